const extensions = new Set(
  (
    'mp4 m4v m4a m4b mov qt 3gp 3g2 mkv mka webm weba mp3 wav wave ogg oga ogv opus flac aac ts m2ts mts ' +
    'mpga aif aiff caf amr flv avi wmv wma mpg mpeg'
  ).split(' '),
);

/** Of a file's name or an address without its query, if it is one of sound or film; in lower case. */
export function mediaExtension(name: string): string | null {
  const extension = name.toLowerCase().match(/\.([a-z0-9]{2,5})$/)?.[1];
  return extension !== undefined && extensions.has(extension) ? extension : null;
}
