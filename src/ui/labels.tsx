import { createContext, type ReactNode, use } from 'react';

/** Texts that primitives need themselves; all others are props. */
export type UiLabels = {
  locale: string;
  close: string;
  copy: string;
  copied: string;
  copyFailed: string;
  loading: string;
  retry: string;
  errorCode: string;
  details: string;
  notifications: string;
  partFailed: string;
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
