import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/fields.tsx';
import { AlertDialog } from '#ui/overlays/alert-dialog.tsx';
import { Badge, type BadgeTone } from '#ui/surfaces.tsx';
import { showToast } from '#ui/toast/toast.ts';

type SecretHeadProps = { title: string; state: string; tone: BadgeTone; children: ReactNode };

export function SecretHead({ title, state, tone, children }: SecretHeadProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <h3 className="font-medium">{title}</h3>
      <Badge tone={tone}>{state}</Badge>
      <span className="grow" />
      {children}
    </div>
  );
}

type SecretFieldProps = {
  id: string;
  label: string;
  value: string;
  onValue: (value: string) => void;
  maxLength: number;
  placeholder?: string | undefined;
  hint: string;
  invalid: boolean;
  /** Absent where the form has its own button, behind further fields. */
  submit?: { label: string; pending: boolean; disabled: boolean };
};

export function SecretField(props: SecretFieldProps) {
  const { id, label, value, onValue, maxLength, placeholder, hint, invalid, submit } = props;
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="mt-1 flex gap-2 max-sm:flex-col">
        <Input
          id={id}
          type="password"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={maxLength}
          value={value}
          placeholder={placeholder}
          aria-invalid={invalid}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onValue(event.target.value)}
        />
        {submit === undefined ? null : (
          <Button type="submit" variant="primary" loading={submit.pending} disabled={submit.disabled}>
            {submit.label}
          </Button>
        )}
      </div>
      <p
        id={`${id}-hint`}
        role={invalid ? 'alert' : undefined}
        aria-live={invalid ? undefined : 'polite'}
        className={invalid ? 'mt-1 text-sm text-danger' : 'mt-1 text-sm text-soft'}
      >
        {hint}
      </p>
    </div>
  );
}

type RemoveSecretProps<Left> = {
  words: { title: string; text: string; removed: string; notRemoved: string };
  onRemove: () => Promise<Left>;
  onRemoved: (left: Left) => Promise<void>;
};

export function RemoveSecret<Left>({ words, onRemove, onRemoved }: RemoveSecretProps<Left>) {
  const { t } = useTranslation();
  const failed = useFailureToast();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: onRemove,
    onSuccess: async (left) => {
      setAsking(false);
      await onRemoved(left);
      showToast({ tone: 'success', message: words.removed });
    },
    onError: (error) => failed(words.notRemoved, error),
  });
  return (
    <>
      <Button size="sm" variant="danger-ghost" onClick={() => setAsking(true)}>
        {t(($) => $.credentials.kept.remove)}
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={words.title}
        description={words.text}
        confirmLabel={t(($) => $.credentials.kept.remove)}
        cancelLabel={t(($) => $.common.cancel)}
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </>
  );
}
