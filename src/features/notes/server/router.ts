import { contentProcedure, ownIds } from '#features/contents/server/index.ts';
import { addTag, removeTag } from '#lib/notes/edit-tags.ts';
import { todosOf } from '#lib/notes/note-todos.ts';
import { userProcedure } from '#rpc/server.ts';
import { notesContract as contract } from '../contract.ts';
import { saveNote } from './edit-note.ts';
import { listVersions, readVersion } from './note-store.ts';
import { type Marked, markNote, setFavorite, tagMany, tickTodo } from './note-tags.ts';
import { restoreVersion } from './restore-version.ts';
import { readTagChange } from './tag-change/read-tag-change.ts';
import { startTagChange, undoTagChange } from './tag-change/start-tag-change.ts';

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
    .mutation(async ({ ctx, input: { done, ...task } }) => toAnswer(await tickTodo(ctx.services, ctx.content, task, done))),

  restore: contentProcedure
    .input(contract['content.restore'].input)
    .output(contract['content.restore'].output)
    .mutation(async ({ ctx, input }) => ({ note: await restoreVersion(ctx.services, ctx.content, input.versionId) })),
};

export const markProcedures = {
  tasks: contentProcedure
    .input(contract['userNote.tasks'].input)
    .output(contract['userNote.tasks'].output)
    .query(({ ctx }) => todosOf(ctx.content.note ?? '')),

  addTag: contentProcedure
    .input(contract['userNote.addTag'].input)
    .output(contract['userNote.addTag'].output)
    .mutation(async ({ ctx, input }) => toAnswer(await markNote(ctx.services, ctx.content, (note) => addTag(note, input.tag)))),

  removeTag: contentProcedure
    .input(contract['userNote.removeTag'].input)
    .output(contract['userNote.removeTag'].output)
    .mutation(async ({ ctx, input }) =>
      toAnswer(await markNote(ctx.services, ctx.content, (note) => removeTag(note, input.tag))),
    ),

  setFavorite: contentProcedure
    .input(contract['userNote.setFavorite'].input)
    .output(contract['userNote.setFavorite'].output)
    .mutation(async ({ ctx, input }) => toAnswer(await setFavorite(ctx.services, ctx.content, input.favorite))),

  tagMany: userProcedure
    .input(contract['userNote.tagMany'].input)
    .output(contract['userNote.tagMany'].output)
    .mutation(({ ctx, input }) => tagMany(ctx.services, ctx.user.id, input)),

  tagChosen: userProcedure
    .input(contract['userNote.tagChosen'].input)
    .output(contract['userNote.tagChosen'].output)
    .mutation(async ({ ctx, input: { contentIds, tag } }) => {
      const among = await ownIds(ctx.services.db, ctx.user.id, [...new Set(contentIds)]);
      return { taskId: await startTagChange(ctx.services, { userId: ctx.user.id, from: null, to: tag, among, undo: null }) };
    }),

  changeTag: userProcedure
    .input(contract['userNote.changeTag'].input)
    .output(contract['userNote.changeTag'].output)
    .mutation(async ({ ctx, input }) => ({
      taskId: await startTagChange(ctx.services, { userId: ctx.user.id, ...input, undo: null }),
    })),

  undoTagChange: userProcedure
    .input(contract['userNote.undoTagChange'].input)
    .output(contract['userNote.undoTagChange'].output)
    .mutation(async ({ ctx, input }) => ({ taskId: await undoTagChange(ctx.services, ctx.user.id, input.taskId) })),

  lastTagChange: userProcedure
    .input(contract['userNote.lastTagChange'].input)
    .output(contract['userNote.lastTagChange'].output)
    .query(({ ctx }) => readTagChange(ctx.services, ctx.user.id)),
};

function toAnswer({ note, versionId, updatedAt }: Marked) {
  return { note, versionId, updatedAt: updatedAt.toISOString() };
}
