import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTRPC } from '#rpc/client.tsx';
import { EntryList } from './entry-list.tsx';
import { ExploreFrame } from './explore-frame.tsx';
import { type NoteOptions, useSummarise } from './use-channels.ts';

const lookAgainMs = 3_000;

export function PopularPage({ noteOptions }: { noteOptions: NoteOptions }) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const query = useQuery(
    trpc.explore.popular.queryOptions(undefined, {
      refetchOnMount: 'always',
      refetchInterval: ({ state }) =>
        state.data?.items.some(({ existing }) => existing?.status === 'processing') ? lookAgainMs : false,
    }),
  );
  const summarise = useSummarise(noteOptions);
  const [starting, setStarting] = useState<string | null>(null);
  const items = query.data?.items ?? [];
  return (
    <ExploreFrame page="popular" query={query} empty={items.length === 0}>
      <EntryList
        entries={items}
        label={t(($) => $.channels.explore.popular)}
        withChannel
        starting={summarise.isPending ? starting : null}
        onSummarise={(entry) => {
          setStarting(entry.id);
          summarise.mutate(entry);
        }}
      />
    </ExploreFrame>
  );
}
