import { expect, test } from 'vitest';
import { portableAnswer } from './portable-answer.ts';

test('CON-11 places are plain text for other programs, and code is as it was written', () => {
  const code = '```sh\necho \\* \\[x\\] [00:10](#t=10)\n```';
  expect(
    portableAnswer(
      `A \\*star\\*. [00:10](#t=10) [?](#unverified)\n\n${code}\n\nMore \\_. [p.2](#p7)\n\n\`\`\`\`\n\`\`\`\n\\#\n\`\`\`\`\n\nEnd\\.`,
    ),
  ).toBe(`A *star*. [00:10]\n\n${code}\n\nMore _. [p.2]\n\n\`\`\`\`\n\`\`\`\n\\#\n\`\`\`\`\n\nEnd.`);
});
