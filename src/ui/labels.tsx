import { createContext, type ReactNode, use } from 'react';

/** The few words that primitives say by themselves, in the user's language. Everything else arrives as props. */
export type UiLabels = {
  /** BCP 47 tag, for `Intl`. */
  locale: string;
  close: string;
  copy: string;
  copied: string;
  copyFailed: string;
  loading: string;
  retry: string;
  errorCode: string;
  notifications: string;
  /** Code of a part of the page could not be fetched, or broke. */
  partFailed: string;
  /** Less than a minute ago. */
  justNow: string;
};

const LabelsContext = createContext<UiLabels | null>(null);

export function UiLabelsProvider({ labels, children }: { labels: UiLabels; children: ReactNode }) {
  return <LabelsContext value={labels}>{children}</LabelsContext>;
}

export function useUiLabels(): UiLabels {
  const labels = use(LabelsContext);
  if (labels === null) throw new Error('UiLabelsProvider is missing');
  return labels;
}
