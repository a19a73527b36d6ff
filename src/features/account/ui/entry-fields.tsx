import { Eye, EyeOff } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/button.tsx';
import { Input } from '#ui/fields.tsx';

type FieldProps = { value: string; onValue: (value: string) => void; invalid?: boolean };

export function EmailField({ value, onValue, invalid }: FieldProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium">
        {t(($) => $.account.fields.email)}
      </label>
      <Input
        id={id}
        // With type "email" the browser would show its own message, in the language of the browser.
        type="text"
        inputMode="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={254}
        className="mt-1"
        aria-invalid={invalid}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    </div>
  );
}

type PasswordFieldProps = FieldProps & { label: string; isNew?: boolean };

export function PasswordField({ value, onValue, invalid, label, isNew = false }: PasswordFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="relative mt-1">
        <Input
          id={id}
          type={shown ? 'text' : 'password'}
          name={isNew ? 'new-password' : 'password'}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          autoCapitalize="none"
          spellCheck={false}
          required
          minLength={isNew ? 10 : undefined}
          maxLength={isNew ? 128 : 1000}
          className="pr-12"
          aria-invalid={invalid}
          aria-describedby={isNew ? `${id}-hint` : undefined}
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
        <IconButton
          label={shown ? t(($) => $.account.fields.hide) : t(($) => $.account.fields.show)}
          size="sm"
          className="absolute inset-y-0 right-1 my-auto"
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </IconButton>
      </div>
      {isNew ? (
        <p id={`${id}-hint`} className="mt-1 text-sm text-soft">
          {t(($) => $.account.fields.passwordHint)}
        </p>
      ) : null}
    </div>
  );
}
