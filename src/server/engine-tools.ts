import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createComputePool } from '#infra/compute-pool/create-compute-pool.ts';
import { createDocumentReader } from '#infra/document-reader/create-document-reader.ts';
import { createPagePainter } from '#infra/document-reader/create-page-painter.ts';
import { createImageMaker } from '#infra/generation/image-maker.ts';
import { createMusicMaker } from '#infra/generation/music-maker.ts';
import { createGuardedFetch } from '#infra/guarded-fetch/guarded-fetch.ts';
import { createLemonSqueezy } from '#infra/licenses/lemon-squeezy.ts';
import { createLicenseSigner, createOwnLicenses, type LicenseSigner } from '#infra/licenses/own-license.ts';
import { createOwnModels } from '#infra/llm/own-models.ts';
import { createMediaTools } from '#infra/media/create-media-tools.ts';
import { createPageRenderer } from '#infra/page-renderer/create-page-renderer.ts';
import { createPdfWriter } from '#infra/pdf/create-pdf-writer.ts';
import { createAvatarPainter } from '#infra/pictures/create-avatar-painter.ts';
import type { Services } from '#infra/services.ts';
import { createSpeech } from '#infra/speech/create-speech.ts';
import { createLocalSpeech } from '#infra/speech/local/local-speech.ts';
import { withModelsOf } from '#infra/speech/models/manifest.ts';
import { createYtDlp } from '#infra/yt-dlp/create-yt-dlp.ts';
import { AppError } from '#lib/app-error.ts';
import type { BaseServices } from './base-services.ts';

export type EngineTools = Pick<
  Services,
  | 'fetch'
  | 'compute'
  | 'extractPage'
  | 'renderPage'
  | 'readDocument'
  | 'paintPage'
  | 'paintAvatar'
  | 'writePdf'
  | 'media'
  | 'speech'
  | 'speechModels'
  | 'youtubeClients'
  | 'ytDlp'
  | 'llm'
  | 'ownModels'
  | 'imageMaker'
  | 'musicMaker'
  | 'licenseVendors'
  | 'licenseSigner'
>;

export async function createEngineTools({ config, logger, lifecycle }: BaseServices): Promise<EngineTools> {
  const pool = createComputePool(config.taskProcesses === null ? {} : { children: config.taskProcesses });
  lifecycle.onStop('compute pool', () => pool.close());
  const fetch = createGuardedFetch({ allow: config.fetchAllow, replayFrom: config.replayFrom ?? undefined });
  const { chromium } = config.sources;
  const renderer = chromium && createPageRenderer({ fetch, executablePath: chromium.path });
  if (renderer) lifecycle.onStop('browser for pages', () => renderer.close());
  const localSpeech = createLocalSpeech({
    modelsDir: join(config.dataDir, 'models'),
    fetch,
    mirrors: config.speech.modelMirrors,
    logger,
    fetchOnUse: config.speech.fetchOnUse,
    models: withModelsOf(config.speech.manifest),
  });
  lifecycle.onStop('speech recognition', () => localSpeech.close());
  await localSpeech.models.resume();
  const { privateKeyFile } = config.licenses;
  const licenseSigner = privateKeyFile === null ? null : await readSigner(privateKeyFile);
  const licenseKeys = [...new Set([...config.licenses.publicKeys, ...(licenseSigner ? [licenseSigner.publicKey] : [])])];
  return {
    fetch,
    compute: pool.compute,
    extractPage: pool.extractPage,
    renderPage: renderer?.renderPage ?? null,
    readDocument: createDocumentReader(),
    paintPage: createPagePainter(),
    paintAvatar: createAvatarPainter(),
    writePdf: createPdfWriter(),
    media: createMediaTools(),
    ytDlp: createYtDlp({
      path: config.sources.ytDlpPath,
      searchPath: config.sources.searchPath,
      allow: config.fetchAllow,
      replayFrom: config.replayFrom ?? undefined,
    }),
    youtubeClients: config.sources.youtubeClients,
    speech: createSpeech({
      remote: config.speech.remote && { ...config.speech.remote, parallel: config.speech.parallel },
      local: localSpeech,
    }),
    speechModels: localSpeech.models,
    llm: await modelOf(config.model),
    licenseVendors: [
      ...(licenseKeys.length > 0 ? [createOwnLicenses(licenseKeys)] : []),
      ...(config.licenses.lemonSqueezy ? [createLemonSqueezy(config.licenses.lemonSqueezy, fetch)] : []),
    ],
    licenseSigner,
    imageMaker: config.generation.images && createImageMaker(config.generation.images),
    musicMaker: config.generation.music && createMusicMaker(config.generation.music),
    ownModels: createOwnModels({ configured: config.model, replayFrom: config.replayFrom, local: config.localModels }),
  };
}

async function readSigner(file: string): Promise<LicenseSigner> {
  try {
    return createLicenseSigner(await readFile(file, 'utf8'));
  } catch (error) {
    const params = { variable: 'LICENSE_PRIVATE_KEY_FILE' };
    throw new AppError('config_invalid', { params, detail: 'it names no Ed25519 private key', cause: error });
  }
}

async function modelOf(settings: BaseServices['config']['model']): Promise<Services['llm']> {
  if (!settings) return null;
  const { createModel } = await import('#infra/llm/create-model.ts');
  return createModel(settings);
}
