import type { Detail, Language, Outline, Segment } from '../../domain.ts';
import type { SourceFacts } from '../../llm/source-prompt.ts';
import type { EnginePorts, LanguageModelPort, ProgressSink } from '../../ports.ts';
import type { Treatment } from '../extractive/document.ts';

export type ModelInput = {
  facts: SourceFacts;
  segments: readonly Segment[];
  noteLanguage: Language;
  detail: Detail;
  /** Part of every checkpoint's key: see `NoteOptions`. */
  variant?: string | undefined;
  llm: LanguageModelPort;
  ports: Pick<EnginePorts, 'checkpoints' | 'clock' | 'compute'>;
  progress: ProgressSink;
  signal: AbortSignal;
  /** For what is done without the model once it may not be asked any more: how to read the source, and in which language it is. */
  treatment?: Treatment | undefined;
  sourceLanguage?: Language | null | undefined;
  /** Called with the outline as far as it is written, while it is written. */
  onPartial(outline: Outline): void;
};
