import { PictureInPicture2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '#ui/button.tsx';
import { usePlayerStore } from '#ui/player/player-context.tsx';

type PictureButtonProps = { open: string; close: string };

/** Picture in picture; renders nothing where the browser does not support it. */
export function PictureButton({ open, close }: PictureButtonProps) {
  const store = usePlayerStore();
  const [shown, setShown] = useState(false);
  const able = typeof document !== 'undefined' && document.pictureInPictureEnabled;

  useEffect(() => {
    const update = () => setShown(document.pictureInPictureElement !== null);
    document.addEventListener('enterpictureinpicture', update, true);
    document.addEventListener('leavepictureinpicture', update, true);
    return () => {
      document.removeEventListener('enterpictureinpicture', update, true);
      document.removeEventListener('leavepictureinpicture', update, true);
    };
  }, []);

  if (!able) return null;
  return (
    <IconButton size="sm" label={shown ? close : open} aria-pressed={shown} onClick={() => store.togglePicture()}>
      <PictureInPicture2 aria-hidden />
    </IconButton>
  );
}
