import { Component, type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react';
import { useUiLabels } from '#ui/labels.tsx';
import { ErrorState } from '#ui/states.tsx';
import { showToast } from '#ui/toast/toast.ts';

type Options = {
  /** Renders nothing on failure, and shows a toast. */
  quiet?: boolean;
  words?: () => Promise<void>;
};

/** A part with `onClose` closes on failure with a toast, others show the failure in place; both can be retried. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { quiet = false, words }: Options = {},
): ComponentType<Props> {
  const fetchPart = () =>
    lazy(async () => {
      const [part] = await Promise.all([load(), words?.()]);
      return { default: part };
    });
  const source: Source<Props> = {
    Part: fetchPart(),
    renew() {
      source.Part = fetchPart();
    },
  };
  return (props) => <Attempts source={source} of={props} quiet={quiet} />;
}

/** A failed import stays failed in React, so the component is made anew. */
type Source<Props> = { Part: ComponentType<Props>; renew: () => void };
type AttemptsProps<Props> = { source: Source<Props>; of: Props; quiet: boolean };

function Attempts<Props extends object>({ source, of, quiet }: AttemptsProps<Props>) {
  const [attempt, setAttempt] = useState(0);
  const { onClose } = of as { onClose?: unknown };
  const close = typeof onClose === 'function' ? () => onClose() : undefined;
  const retry = () => setAttempt((before) => before + 1);
  const fallback = close || quiet ? <FailedQuietly close={close} retry={retry} /> : <Failed retry={retry} />;
  return (
    <PartBoundary key={attempt} onError={source.renew} fallback={fallback}>
      <Held source={source} of={of} />
    </PartBoundary>
  );
}

/** Keeps the component it started with when another attempt renews it. */
function Held<Props extends object>({ source, of }: Pick<AttemptsProps<Props>, 'source' | 'of'>) {
  const [Part] = useState(() => source.Part);
  return <Part {...of} />;
}

type BoundaryProps = { fallback: ReactNode; onError: () => void; children: ReactNode };

class PartBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(): void {
    this.props.onError();
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

function Failed({ retry }: { retry: () => void }) {
  const { partFailed } = useUiLabels();
  return <ErrorState layout="row" message={partFailed} onRetry={retry} />;
}

function FailedQuietly({ close, retry }: { close: (() => void) | undefined; retry: () => void }) {
  const labels = useUiLabels();
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, when it has failed
  useEffect(() => {
    const action = close ? {} : { action: { label: labels.retry, onAction: retry } };
    showToast({ id: 'part-failed', tone: 'error', message: labels.partFailed, ...action });
    close?.();
  }, []);
  return null;
}
