/** The server stores the source between these two functions, so that a failed summary never loses it. */
import { AppError } from '#lib/app-error.ts';
import { storable } from '#lib/text/storable-text.ts';
import {
  type Detail,
  type Extracted,
  type Language,
  type Note,
  type Outline,
  type RejectedTrack,
  type Transcript,
  zExtracted,
  zOutline,
} from './domain.ts';
import { hashOf } from './hash.ts';
import { factsOf } from './llm/source-prompt.ts';
import type { EnginePorts, ProgressSink } from './ports.ts';
import { progressPercents } from './progress-percents.ts';
import { sources } from './source-list.ts';
import type { ResolveContext, SourceInput } from './sources/source.ts';
import { measureCoverage } from './summarise/coverage.ts';
import { renderNote } from './summarise/render-note.ts';
import { promptVersion } from './summarise/with-model/prompts.ts';
import { summariseWithModel } from './summarise/with-model/summarise-with-model.ts';
import { refuseOversize } from './text/source-limits.ts';

/** Raise when a change of the model-free method should make new notes. */
const extractiveVersion = 3;

/** Without a transcript, `problem` is set. Errors: `input_unsupported`, `transcript_too_long`, `text_too_long`, the source's. */
export async function resolveSource(input: SourceInput, context: ResolveContext): Promise<Extracted> {
  const rejected: RejectedTrack[] = [];
  const listening = { ...context, onRejected: (tracks: readonly RejectedTrack[]) => void rejected.push(...tracks) };
  for (const source of sources) {
    context.signal.throwIfAborted();
    if (!source.canHandle(input)) continue;
    const found = await source.resolve(input, listening);
    if (!found) continue;
    const extracted = rejected.length > 0 && !found.transcript?.provenance.rejected ? { ...found, rejected } : found;
    if (extracted.transcript) refuseOversize(extracted.transcript.segments, extracted.transcript.timed);
    return storable(extracted);
  }
  throw new AppError('input_unsupported', { params: { name: input.type === 'file' ? input.name : input.url } });
}

export type NoteOptions = {
  noteLanguage: Language;
  detail?: Detail | undefined;
  /** A different variant makes a new note from the same input, for a run that asks for another version. */
  variant?: string | undefined;
  ports: EnginePorts;
  progress: ProgressSink;
  signal: AbortSignal;
};

export function summariserId(ports: { llm: { id: string } | null }): string {
  return ports.llm ? `model:${ports.llm.id}:${promptVersion}` : `extractive:${extractiveVersion}`;
}

/** Errors: the source's `problem` when there is no transcript, the `llm_*` codes, `cancelled`. */
export async function writeNote(source: Extracted, options: NoteOptions): Promise<Note> {
  // Checkpoint keys are hashes of JSON, and a database keeps no order of fields: parsing by the schema restores it.
  const extracted = zExtracted.parse(source);
  const { transcript } = extracted;
  if (!transcript || transcript.segments.length === 0) throw new AppError(extracted.problem ?? 'document_no_text');
  const key = hashOf(
    'outline',
    summariserId(options.ports),
    options.variant,
    options.noteLanguage,
    options.detail ?? 'standard',
    transcript,
    extracted.title,
    extracted.chapters,
    extracted.sections,
  );
  const kept = zOutline.safeParse(await options.ports.checkpoints.get(key));
  // Text that was cut may end in a lone surrogate.
  const outline = kept.success ? kept.data : storable(await makeOutline(extracted, transcript, options));
  // A note that the cost limit made partly extractive is not kept for the next run.
  if (!kept.success && !outline.costLimited) await options.ports.checkpoints.put(key, outline);
  options.progress.stage('note', progressPercents.note.rendering, 'rendering_note');
  const markdown = renderNote(outline, transcript.segments);
  options.progress.partial(markdown);
  return { markdown, outline, coverage: measureCoverage(outline, transcript.segments, extracted.durationMs) };
}

async function makeOutline(extracted: Extracted, transcript: Transcript, options: NoteOptions): Promise<Outline> {
  const { segments } = transcript;
  const { llm } = options.ports;
  if (!llm) {
    options.progress.stage('outline', progressPercents.outline.withoutModel, 'choosing_sentences');
    const input = {
      segments,
      timed: transcript.timed,
      ...(extracted.kind === 'page' ? { treatment: 'article' as const } : {}),
      title: extracted.titleFromName ? null : extracted.title,
      language: languageOf(transcript.language ?? extracted.language),
      noteLanguage: options.noteLanguage,
      detail: options.detail ?? 'standard',
      sourceChapters: extracted.chapters,
      sections: extracted.sections ?? [],
    };
    return await options.ports.compute('summarise', input, options);
  }
  return summariseWithModel({
    facts: factsOf(extracted),
    segments,
    noteLanguage: options.noteLanguage,
    detail: options.detail ?? 'standard',
    variant: options.variant,
    ...(extracted.kind === 'page' ? { treatment: 'article' as const } : {}),
    sourceLanguage: languageOf(transcript.language ?? extracted.language),
    llm,
    ports: options.ports,
    progress: options.progress,
    signal: options.signal,
    onPartial: (outline) => options.progress.partial(renderNote(outline, segments)),
  });
}

function languageOf(tag: string | null): Language | null {
  if (!tag) return null;
  if (/^(zh|zho|chi|cmn|yue)\b/i.test(tag)) return 'zh';
  return /^(en|eng)\b/i.test(tag) ? 'en' : null;
}
