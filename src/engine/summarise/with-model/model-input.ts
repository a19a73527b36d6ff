import type { Detail, Language, Outline, Segment } from '../../domain.ts';
import type { SourceFacts } from '../../llm/source-prompt.ts';
import type { EnginePorts, LanguageModelPort, ProgressSink } from '../../ports.ts';
import type { Treatment } from '../extractive/document.ts';

export type ModelInput = {
  facts: SourceFacts;
  segments: readonly Segment[];
  noteLanguage: Language;
  detail: Detail;
  variant?: string | undefined;
  llm: LanguageModelPort;
  ports: Pick<EnginePorts, 'checkpoints' | 'clock' | 'compute'>;
  progress: ProgressSink;
  signal: AbortSignal;
  /** For parts that are made without the model. */
  treatment?: Treatment | undefined;
  sourceLanguage?: Language | null | undefined;
  onPartial(outline: Outline): void;
};
