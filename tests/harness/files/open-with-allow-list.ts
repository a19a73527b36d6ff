import { Dictionary, FormatContext } from 'node-av/lib';
import { allowedFormats } from '../../../src/infra/media/child-messages.ts';

/** Opens a file with the allow-lists alone, without looking at it first. Gives the library's result: negative when refused. */
export async function openWithAllowList(path: string): Promise<number> {
  const context = new FormatContext();
  context.allocContext();
  const options = Dictionary.fromObject({ format_whitelist: allowedFormats, protocol_whitelist: 'file' });
  const opened = await context.openInput(`file:${path}`, null, options);
  if (opened >= 0) {
    const analysed = await context.findStreamInfo(null);
    const streams = context.nbStreams;
    await context.closeInput();
    return streams === 0 ? -1 : analysed;
  }
  return opened;
}
