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
  const { add, adding } = useTagMany();
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const tag = cleanTag(typed);
    if (tag === '') return;
    const onSuccess = () => {
      setOpen(false);
      setTyped('');
    };
    add({ contentIds, tag }, { onSuccess });
  }
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
        <Tag aria-hidden className="size-4" />
        {t(($) => $.tagBatch.action)}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t(($) => $.tagBatch.title)}>
        <form className="flex gap-2 px-6 pb-6" onSubmit={handleSubmit}>
          <Input
            aria-label={t(($) => $.tagBatch.field)}
            placeholder={t(($) => $.tagBatch.field)}
            value={typed}
            maxLength={60}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit" variant="primary" loading={adding}>
            {t(($) => $.tagBatch.confirm)}
          </Button>
        </form>
      </Dialog>
    </>
  );
}
