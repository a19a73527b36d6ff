import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { FactLine } from '#ui/fact-line.tsx';
import { Select } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { SettingsSection } from '#ui/settings-section.tsx';
import { showToast } from '#ui/toast/toast.ts';
import type { AdminTask } from '../contract.ts';
import { isKnownKind, type ShownState, shownStates, type TaskKind, taskKinds } from '../shared/task-kinds.ts';
import { ListCard } from './list-card.tsx';

export function TaskList() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const ids = { state: useId(), kind: useId() };
  const [state, setState] = useState<ShownState>('running');
  const [kind, setKind] = useState<TaskKind | null>(null);
  const query = useInfiniteQuery({
    queryKey: trpc.admin.tasks.infiniteQueryKey({ state, kind }),
    queryFn: ({ pageParam, signal }) => client.admin.tasks.query({ state, kind, cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  const tasks = query.data?.pages.flatMap((page) => page.tasks);
  return (
    <SettingsSection title={t(($) => $.admin.sections.tasks)} lead={t(($) => $.admin.tasks.lead)}>
      <div className="mt-4 flex flex-wrap items-end gap-3">
        <div className="grow sm:grow-0">
          <label htmlFor={ids.state} className="mb-1 block text-sm font-medium">
            {t(($) => $.admin.tasks.state)}
          </label>
          <Select
            id={ids.state}
            value={state}
            onChange={({ target }) => setState(shownStates.find((one) => one === target.value) ?? 'running')}
          >
            {shownStates.map((one) => (
              <option key={one} value={one}>
                {t(($) => $.admin.tasks.states[one])}
              </option>
            ))}
          </Select>
        </div>
        <div className="grow sm:grow-0">
          <label htmlFor={ids.kind} className="mb-1 block text-sm font-medium">
            {t(($) => $.admin.tasks.kind)}
          </label>
          <Select
            id={ids.kind}
            value={kind ?? ''}
            onChange={({ target }) => setKind(taskKinds.find((one) => one === target.value) ?? null)}
          >
            <option value="">{t(($) => $.admin.tasks.all)}</option>
            {taskKinds.map((one) => (
              <option key={one} value={one}>
                {t(($) => $.admin.tasks.kinds[one])}
              </option>
            ))}
          </Select>
        </div>
        <Button loading={query.isFetching} onClick={() => void query.refetch()}>
          {t(($) => $.admin.tasks.refresh)}
        </Button>
      </div>
      <ListCard
        query={query}
        label={t(($) => $.admin.sections.tasks)}
        none={{ title: t(($) => $.admin.tasks.none), description: t(($) => $.admin.tasks.noneText) }}
        rows={tasks?.map((task) => <Row key={task.id} task={task} />)}
      />
    </SettingsSection>
  );
}

function Row({ task }: { task: AdminTask }) {
  const { t } = useTranslation();
  const format = useFormat();
  const fail = useFailureToast();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const settled = <Answer,>(messageOf: (answer: Answer) => string) => ({
    onSuccess: async (answer: Answer) => {
      await queryClient.invalidateQueries(trpc.admin.tasks.pathFilter());
      showToast({ tone: 'success', message: messageOf(answer) });
    },
    onError: (error: unknown) =>
      fail(
        t(($) => $.admin.tasks.failed),
        error,
      ),
  });
  const cancel = useMutation(trpc.admin.cancelTask.mutationOptions(settled(() => t(($) => $.admin.tasks.cancelled))));
  const retry = useMutation(
    trpc.admin.retryTask.mutationOptions(
      settled(({ begun, total }: { begun: number; total: number }) =>
        begun === total ? t(($) => $.admin.tasks.retried) : t(($) => $.admin.tasks.retriedSome, { begun, total }),
      ),
    ),
  );
  const { id: taskId, kind, state, attempts, errorCode, createdAt, repeatable } = task;
  const name = isKnownKind(kind) ? t(($) => $.admin.tasks.kinds[kind]) : kind;
  const user = task.user ?? t(($) => $.admin.tasks.shared);
  const about = [
    t(($) => $.admin.tasks.age, { date: format.ago(createdAt) }),
    ...(attempts > 0 ? [t(($) => $.admin.tasks.attempts, { count: attempts })] : []),
    ...(errorCode === null ? [] : [t(($) => $.admin.tasks.code, { code: errorCode })]),
  ];
  return (
    <li className="flex items-center gap-3 px-4 py-3 text-sm">
      <div className="min-w-0 grow">
        <p className="wrap-anywhere">
          <span className="font-medium">{name}</span> · {user}
        </p>
        <FactLine className="wrap-anywhere text-soft" facts={about} />
      </div>
      {state === 'failed' ? (
        repeatable ? (
          <Button
            size="sm"
            aria-label={t(($) => $.admin.tasks.retryName, { kind: name, user })}
            loading={retry.isPending}
            onClick={() => retry.mutate({ taskId })}
          >
            {t(($) => $.admin.tasks.retry)}
          </Button>
        ) : null
      ) : (
        <Button
          size="sm"
          aria-label={t(($) => $.admin.tasks.cancelName, { kind: name, user })}
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ taskId })}
        >
          {t(($) => $.admin.tasks.cancel)}
        </Button>
      )}
    </li>
  );
}
