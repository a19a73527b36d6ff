import { Suspense, useState } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { UserMenuButton } from '#web/shell/user-menu-button.tsx';

const loadMenu = () => import('#web/shell/user-menu-open.tsx');
const UserMenuOpen = lazyPart(async () => (await loadMenu()).UserMenuOpen);

/** Called on hover and focus; a click repeats a failed load. */
const preload = () => void loadMenu().catch(() => undefined);

type UserMenuProps = { rail: boolean; onShowShortcuts: () => void };

export function UserMenu({ rail, onShowShortcuts }: UserMenuProps) {
  const [wanted, setWanted] = useState(false);
  const button = (
    <UserMenuButton
      rail={rail}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setWanted(true)}
    />
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <UserMenuOpen rail={rail} onShowShortcuts={onShowShortcuts} />
    </Suspense>
  );
}
