import type { Logger } from '#infra/logger/logger.ts';
import type { Config } from './config.ts';
import type { Lifecycle } from './lifecycle.ts';

export type BaseServices = { config: Config; logger: Logger; lifecycle: Lifecycle };
