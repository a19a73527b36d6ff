import { requireOwnedContent } from '#features/contents/server/index.ts';
import { userProcedure } from '#rpc/server.ts';
import { notesContract as contract } from '../contract.ts';
import { listVersions, readVersion } from './note-store.ts';
import { restoreVersion, saveNote, saveTask } from './save-note.ts';

export const noteProcedures = {
  versions: userProcedure
    .input(contract['content.versions'].input)
    .output(contract['content.versions'].output)
    .query(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      return { versions: await listVersions(ctx.services.db, content) };
    }),

  version: userProcedure
    .input(contract['content.version'].input)
    .output(contract['content.version'].output)
    .query(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      return { note: (await readVersion(ctx.services.db, content, input.versionId)).markdown };
    }),

  saveNote: userProcedure
    .input(contract['content.saveNote'].input)
    .output(contract['content.saveNote'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      const saved = await saveNote(ctx.services, content, input);
      return { versionId: saved.versionId, updatedAt: saved.updatedAt.toISOString() };
    }),

  setTask: userProcedure
    .input(contract['content.setTask'].input)
    .output(contract['content.setTask'].output)
    .mutation(async ({ ctx, input: { contentId, done, ...task } }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, contentId);
      const { note, versionId, updatedAt } = await saveTask(ctx.services, content, task, done);
      return { note, versionId, updatedAt: updatedAt.toISOString() };
    }),

  restore: userProcedure
    .input(contract['content.restore'].input)
    .output(contract['content.restore'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      return { note: await restoreVersion(ctx.services, content, input.versionId) };
    }),
};
