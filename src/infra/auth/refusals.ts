import { APIError } from 'better-auth/api';
import { AppError, type ErrorCode } from '#lib/app-error.ts';

const refusals: Readonly<Record<string, ErrorCode>> = {
  INVALID_EMAIL_OR_PASSWORD: 'sign_in_failed',
  INVALID_PASSWORD: 'sign_in_failed',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'sign_in_failed',
  EMAIL_NOT_VERIFIED: 'email_not_verified',
  PASSWORD_TOO_SHORT: 'password_unfit',
  PASSWORD_TOO_LONG: 'password_unfit',
  USER_ALREADY_EXISTS: 'sign_up_refused',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'sign_up_refused',
  FAILED_TO_CREATE_USER: 'sign_up_refused',
  INVALID_TOKEN: 'link_expired',
  TOKEN_EXPIRED: 'link_expired',
  USER_NOT_FOUND: 'link_expired',
  INVALID_EMAIL: 'bad_request',
  PROVIDER_NOT_FOUND: 'provider_failed',
};

/** Errors: the AppError code for better-auth's code. */
export async function orRefusal<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer;
  } catch (error) {
    const code = error instanceof APIError ? refusals[String(error.body?.code)] : undefined;
    throw code === undefined ? error : new AppError(code, { cause: error });
  }
}
