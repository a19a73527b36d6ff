import { EyeOff, Globe } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/surfaces.tsx';

export function PublicBadge({ collection }: { collection: { is_public: boolean; hidden: boolean } }) {
  const { t } = useTranslation();
  if (collection.hidden)
    return (
      <Badge tone="warning">
        <EyeOff aria-hidden className="size-3" />
        {t(($) => $.collections.page.hidden)}
      </Badge>
    );
  if (!collection.is_public) return null;
  return (
    <Badge tone="accent">
      <Globe aria-hidden className="size-3" />
      {t(($) => $.collections.sheet.isPublic)}
    </Badge>
  );
}
