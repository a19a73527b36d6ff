import type { ContentOverview } from '#features/contents/contract.ts';
import type { SourceTab } from '#ui/reader/source-tab.ts';
import { ArticleTab } from './article-tab.tsx';
import { frameAddress } from './article-text.ts';

export const articleTab: SourceTab<ContentOverview> = {
  id: 'article',
  label: (t) => t(($) => $.articles.tab),
  // A page whose text was not found is shown as it is.
  isShown: ({ timed, hasText, articleFrameUrl }, running) =>
    running || timed || hasText || frameAddress(articleFrameUrl) !== null,
  Panel: (props) => (
    <div data-text-scope="article">
      <ArticleTab {...props} />
    </div>
  ),
  className: 'pt-4',
  withOutline: true,
};
