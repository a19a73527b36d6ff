import type { ReactNode } from 'react';

type LineButtonProps = { disabled: boolean; onClick: () => void; children: ReactNode };

export function LineButton({ disabled, onClick, children }: LineButtonProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onClick}
      className="min-h-6 rounded-sm underline decoration-line-strong underline-offset-4 hover:text-ink disabled:opacity-55"
    >
      {children}
    </button>
  );
}
