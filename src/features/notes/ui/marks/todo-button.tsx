import { clsx } from 'clsx';
import { ListTodo } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/button.tsx';
import { openTodos } from './todo-dialog.tsx';

type TodoButtonProps = { contentId: string; title: string /** The number of items that are not done. */; open: number };

/** Opens the todo items of a note, which can be ticked right there in the page's `TodoDialog`. */
export function TodoButton({ contentId, title, open }: TodoButtonProps) {
  const { t } = useTranslation();
  const label = t(($) => $.noteTodos.open, { title, count: open, formatted: open });
  return (
    <IconButton
      size="sm"
      label={label}
      onClick={() => openTodos({ contentId, title })}
      className={clsx(open > 0 && 'w-auto! gap-1 px-1.5')}
    >
      <ListTodo aria-hidden />
      {open > 0 ? <span className="text-xs tabular-nums">{open}</span> : null}
    </IconButton>
  );
}
