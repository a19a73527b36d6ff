import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { useSignInOptions } from './use-sign-in-options.ts';

/** WeChat's sign-in page opens only inside WeChat; its QR code is for all other browsers. */
const insideWeChat = /MicroMessenger/i.test(navigator.userAgent);

/** `referral`: the referral code of the link that brought the user. `invitation`: needed on some servers to get an account. */
type ProviderButtonsProps = { referral?: string | undefined; invitation?: string | undefined };

export function ProviderButtons({ referral, invitation }: ProviderButtonsProps) {
  const { t } = useTranslation();
  const fail = useFailureToast();
  const options = useSignInOptions();
  const start = useMutation(
    useTRPC().account.startProvider.mutationOptions({
      onSuccess: ({ url }) => window.location.assign(url),
      onError: (error) =>
        fail(
          t(($) => $.account.signIn.providerFailed),
          error,
        ),
    }),
  );
  const all = options.data?.providers ?? [];
  const unfit = insideWeChat ? 'wechat' : 'wechat-app';
  const providers = all.filter(({ id }) => id !== unfit);
  if (providers.length === 0) return null;
  return (
    <div className="mb-5 space-y-2">
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          className="w-full"
          loading={start.isPending && start.variables.provider === id}
          onClick={() =>
            start.mutate({
              provider: id,
              ...(referral === undefined ? {} : { ref: referral }),
              ...(invitation === undefined ? {} : { invitation }),
            })
          }
        >
          {t(($) => $.account.signIn.with, { name: id.startsWith('wechat') ? t(($) => $.account.signIn.wechat) : name })}
        </Button>
      ))}
      <p className="flex items-center gap-3 pt-3 text-sm text-soft before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        {t(($) => $.account.signIn.or)}
      </p>
    </div>
  );
}
