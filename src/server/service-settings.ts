import type { Services } from '#infra/services.ts';
import type { Config } from './config.ts';

export function settingsOf(
  config: Config,
  { version, uploadsDir }: { version: string; uploadsDir: string },
): Services['settings'] {
  return {
    version,
    baseUrl: config.http.baseUrl ?? `http://localhost:${config.http.port}`,
    uploads: { directory: uploadsDir, ...config.uploads },
    defaultLanguage: config.defaultLanguage,
    shortVideoMs: config.sources.shortVideoMs,
    deletionGraceMs: config.deletionGraceMs,
    siteGapFactor: config.sources.siteGapFactor,
    mailsAreSent: config.mail.smtpUrl !== null,
    model: config.modelLimits,
    time: config.time,
    limits: config.limits,
    accounts: {
      ...config.accounts,
      providers: config.accounts.providers.map((one) => ({ id: one.id, name: one.kind === 'oidc' ? one.name : 'WeChat' })),
    },
    speech: {
      service: config.speech.remote && `${config.speech.remote.model} @ ${new URL(config.speech.remote.baseUrl).host}`,
      managedByAnyone: config.speech.managedByAnyone,
      localOnly: config.http.localOnly,
    },
  };
}
