import { AppError } from '#lib/app-error.ts';
import type { Auth } from './auth-port.ts';
import type { BetterAuth } from './better-auth.ts';
import { isMessagingEmail } from './providers.ts';
import { orRefusal } from './refusals.ts';

export function createPasswordReset({ auth, withLanguage }: BetterAuth): Pick<Auth, 'requestReset' | 'resetPassword'> {
  return {
    async requestReset({ email, language }) {
      if (isMessagingEmail(email)) throw new AppError('reset_not_possible');
      await withLanguage(language, () => auth.api.requestPasswordReset({ body: { email } }));
    },
    async resetPassword({ token, password }) {
      await orRefusal(auth.api.resetPassword({ body: { token, newPassword: password } }));
    },
  };
}
