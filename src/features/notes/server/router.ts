import { contentProcedure } from '#features/contents/server/index.ts';
import { notesContract as contract } from '../contract.ts';
import { saveNote, saveTask } from './edit-note.ts';
import { listVersions, readVersion } from './note-store.ts';
import { restoreVersion } from './restore-version.ts';

export const noteProcedures = {
  versions: contentProcedure
    .input(contract['content.versions'].input)
    .output(contract['content.versions'].output)
    .query(async ({ ctx }) => ({ versions: await listVersions(ctx.services.db, ctx.content) })),

  version: contentProcedure
    .input(contract['content.version'].input)
    .output(contract['content.version'].output)
    .query(async ({ ctx, input }) => ({ note: (await readVersion(ctx.services.db, ctx.content, input.versionId)).markdown })),

  saveNote: contentProcedure
    .input(contract['content.saveNote'].input)
    .output(contract['content.saveNote'].output)
    .mutation(async ({ ctx, input }) => {
      const saved = await saveNote(ctx.services, ctx.content, input);
      return { versionId: saved.versionId, updatedAt: saved.updatedAt.toISOString() };
    }),

  setTask: contentProcedure
    .input(contract['content.setTask'].input)
    .output(contract['content.setTask'].output)
    .mutation(async ({ ctx, input: { done, ...task } }) => {
      const { note, versionId, updatedAt } = await saveTask(ctx.services, ctx.content, task, done);
      return { note, versionId, updatedAt: updatedAt.toISOString() };
    }),

  restore: contentProcedure
    .input(contract['content.restore'].input)
    .output(contract['content.restore'].output)
    .mutation(async ({ ctx, input }) => ({ note: await restoreVersion(ctx.services, ctx.content, input.versionId) })),
};
