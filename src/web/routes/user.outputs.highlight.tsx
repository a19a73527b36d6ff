import { createFileRoute } from '@tanstack/react-router';
import { HighlightPage } from '#features/highlights/ui/highlight-page.tsx';
import { loadHighlightWords } from '#features/highlights/ui/load-words.ts';

export const Route = createFileRoute('/user/outputs/highlight')({ loader: loadHighlightWords, component: HighlightPage });
