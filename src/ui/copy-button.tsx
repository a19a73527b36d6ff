import { clsx } from 'clsx';
import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, type ButtonSize, type ButtonVariant } from '#ui/button.tsx';
import { useUiLabels } from '#ui/labels.tsx';
import { showToast } from '#ui/toast/toast.ts';

const copyFeedbackMs = 2000;

type CopyState = 'idle' | 'copied' | 'failed';

/** `state` returns to idle after two seconds; a refused clipboard shows a toast, and `copy` gives false. */
export function useCopy(): { state: CopyState; copy: (text: string, html?: string) => Promise<boolean> } {
  const labels = useUiLabels();
  const [state, setState] = useState<CopyState>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy(text: string, html?: string): Promise<boolean> {
    let outcome: CopyState = 'copied';
    try {
      if (html === undefined || typeof ClipboardItem === 'undefined') await navigator.clipboard.writeText(text);
      else await navigator.clipboard.write([clipboardItem(text, html)]);
    } catch {
      outcome = 'failed';
      showToast({ tone: 'error', message: labels.copyFailed });
    }
    setState(outcome);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState('idle'), copyFeedbackMs);
    return outcome === 'copied';
  }
  return { state, copy };
}

function clipboardItem(text: string, html: string): ClipboardItem {
  return new ClipboardItem({
    'text/plain': new Blob([text], { type: 'text/plain' }),
    'text/html': new Blob([html], { type: 'text/html' }),
  });
}

type CopyButtonProps = {
  text: string | (() => string);
  html?: () => string;
  /** A toast after copying, where there is something to know about the copy. */
  notice?: ((text: string) => string | null) | undefined;
  label?: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  disabled?: boolean;
  /** Shows only the icon on a phone; screen readers still read the label. */
  compact?: boolean;
  children?: ReactNode;
  className?: string;
};

export function CopyButton(props: CopyButtonProps) {
  const { text, html, notice, label, variant = 'ghost', size = 'sm', disabled, compact, className } = props;
  const labels = useUiLabels();
  const { state, copy } = useCopy();
  const copied = state === 'copied';

  async function copyNow(): Promise<void> {
    const whole = typeof text === 'string' ? text : text();
    const said = (await copy(whole, html?.())) ? notice?.(whole) : null;
    if (said) showToast({ message: said });
  }

  return (
    <>
      <Button
        variant={variant}
        size={size}
        disabled={disabled}
        className={className}
        onClick={() => void copyNow()}
        data-state={state}
      >
        {copied ? <Check aria-hidden className="size-4 text-success" /> : <Copy aria-hidden className="size-4" />}
        {/* As wide as the longer of both labels, so that nothing beside it moves. */}
        <span className={clsx('grid *:col-start-1 *:row-start-1', compact && 'max-md:sr-only')}>
          <span className={copied ? 'invisible' : undefined}>{label ?? labels.copy}</span>
          <span className={copied ? undefined : 'invisible'}>{labels.copied}</span>
        </span>
      </Button>
      <span role="status" className="sr-only">
        {copied ? labels.copied : ''}
      </span>
    </>
  );
}
