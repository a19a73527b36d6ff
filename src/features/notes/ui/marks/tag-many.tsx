import { Tag } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cleanTag } from '#lib/notes/hashtags.ts';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useTagMany } from './use-tag-many.ts';

export function TagMany({ contentIds }: { contentIds: readonly string[] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState(false);
  const { add, adding } = useTagMany();
  const made = cleanTag(typed);
  const isChanged = made !== '' && made !== typed.trim().replace(/^#+/, '');
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (made === '') {
      setRefused(typed.trim() !== '');
      return;
    }
    const onSuccess = () => {
      setOpen(false);
      setTyped('');
    };
    add({ contentIds, tag: made }, { onSuccess });
  }
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
        <Tag aria-hidden className="size-4" />
        {t(($) => $.tagBatch.action)}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t(($) => $.tagBatch.title)}>
        <form className="flex flex-wrap gap-2 px-6 pb-6" onSubmit={handleSubmit}>
          <Input
            aria-label={t(($) => $.tagBatch.field)}
            placeholder={t(($) => $.tagBatch.field)}
            value={typed}
            maxLength={60}
            aria-invalid={refused}
            className="min-w-0 flex-1"
            onChange={({ target }) => {
              setTyped(target.value);
              setRefused(false);
            }}
          />
          <Button type="submit" variant="primary" loading={adding}>
            {t(($) => $.tagBatch.confirm)}
          </Button>
          <p role="status" className="w-full text-sm text-soft empty:hidden">
            {refused ? t(($) => $.tagBatch.noTag) : isChanged ? t(($) => $.tagBatch.becomes, { tag: made }) : null}
          </p>
        </form>
      </Dialog>
    </>
  );
}
