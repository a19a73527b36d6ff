import { hasAccounts } from '#infra/auth/accounts/administrators.ts';
import type { SignedIn } from '#infra/auth/auth.ts';
import { isEmailKnown } from '#infra/auth/claimed-email.ts';
import type { Services } from '#infra/services.ts';
import { takeInvitation } from './invitations.ts';

/** In `invite` mode, only the configured administrator, or without one the first account, needs no invitation. */
export async function needsInvitation({ db, settings }: Services, email: string | null): Promise<boolean> {
  const { mode, adminEmail } = settings.accounts;
  if (mode !== 'invite') return false;
  if (adminEmail !== null) return email !== adminEmail;
  return hasAccounts(db);
}

/** Errors: `invitation_needed`, `invitation_invalid`, and those of `signUp`. */
export async function signUpInvited(
  services: Services,
  { email, invitation }: { email: string; invitation: string | undefined },
  signUp: () => Promise<SignedIn | null>,
): Promise<SignedIn | null> {
  if (!(await needsInvitation(services, email))) return signUp();
  const giveBack = await takeInvitation(services.db, invitation, email);
  const wasKnown = await isEmailKnown(services.db, email);
  try {
    const made = await signUp();
    // The address has an account already: no new one was made, only a mail was sent that says so.
    if (made === null && wasKnown) await giveBack();
    return made;
  } catch (error) {
    await giveBack();
    throw error;
  }
}
