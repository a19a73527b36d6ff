import { Component, type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react';
import { useUiLabels } from '#ui/labels.tsx';
import { ErrorState } from '#ui/states.tsx';
import { showToast } from '#ui/toast.ts';

type Options = {
  /** Draws nothing where it stands: that it is missing is said in a toast. */
  quiet?: boolean;
};

/**
 * A part of the page whose code is fetched when it is first shown. One that cannot be had, or that breaks, takes nothing
 * around it along: what has an `onClose` is closed and a toast says why, anything else says so in its place, and each can
 * be tried again. Waiting is the nearest `Suspense`'s.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { quiet = false }: Options = {},
): ComponentType<Props> {
  const fetchPart = () => lazy(async () => ({ default: await load() }));
  const source: Source<Props> = {
    Part: fetchPart(),
    renew() {
      source.Part = fetchPart();
    },
  };
  return (props) => <Attempts source={source} of={props} quiet={quiet} />;
}

/** What failed once fails for ever: it is renewed for the next time. */
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

/** Renewed elsewhere, it stays what it is here. */
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
