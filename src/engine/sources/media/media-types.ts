/** Playlists (`audio/x-mpegurl`) do not count as media. */
export function isMediaType(contentType: string | null): boolean {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  return (
    (/^(?:audio|video)\//.test(type) && !/mpegurl|x-scpls|x-ms-asx|x-ms-wax|x-ms-wvx/.test(type)) || type === 'application/ogg'
  );
}

export function isUnknownType(contentType: string | null): boolean {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  return type === '' || /octet-stream|force-download|x-download|^binary\//.test(type);
}

/** WMV and WMA: recognised only to be reported as unsupported media. */
const asfHeader = '\x30\x26\xB2\x75\x8E\x66\xCF\x11';

export function looksLikeMedia(head: Uint8Array): boolean {
  const text = Buffer.from(head.subarray(0, 16)).toString('latin1');
  if (/^(?:ID3|fLaC|OggS|FLV|caff|#!AMR|FORM....AIF|RIFF....(?:WAVE|AVI ))/s.test(text)) return true;
  if (text.startsWith(asfHeader)) return true;
  if (/^....(?:ftyp|moov|mdat|wide|free|skip)/s.test(text)) return true;
  if (text.startsWith('\x1A\x45\xDF\xA3')) return true;
  const [first = 0, second = 0] = head;
  // MPEG audio and ADTS frames begin with eleven set bits; a transport stream repeats its sync byte.
  const audioFrame = first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x18) !== 0x08;
  return audioFrame || (first === 0x47 && head[188] === 0x47);
}
