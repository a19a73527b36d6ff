import type { OfficialPrompt } from '../../contract.ts';

export const learnPrompts: readonly OfficialPrompt[] = [
  {
    promptId: 'official-study-guide',
    group: 'learn',
    words: {
      zh: {
        title: '学习指南',
        summary: '目标、核心概念、复习提纲和自测题，一份可以照着学的材料。',
        prompt: `请根据这份内容写一份学习指南。

## 学完能做到什么
3–5 条，用“能够……”开头。
## 核心概念
表格，三列：概念｜一句话解释｜在哪里讲到。按重要程度排列，最多 12 行。
## 复习提纲
按原文结构分层列出要点，每条是完整的陈述。
## 容易混淆
成对列出容易弄混的概念，说明区别；没有就略去这一节。
## 自测
8 道简答题，由易到难；答案集中放在最后的“参考答案”一节，每个答案标明依据。`,
      },
      en: {
        title: 'Study guide',
        summary: 'Goals, key concepts, a review outline and questions to test yourself.',
        prompt: `Write a study guide for this source.

## What you will be able to do
3–5 items, each beginning with a verb.
## Key concepts
A table with three columns: Concept | In one sentence | Where. By importance, at most 12 rows.
## Outline to revise from
The points in layers, following the structure of the source; each a full statement.
## Easily confused
Pairs of concepts that are easily mixed up, and how they differ; leave the section out if there are none.
## Test yourself
8 short questions from easy to hard; give all answers in a last section "Answers", each with its reference.`,
      },
    },
  },
  {
    promptId: 'official-flashcards',
    group: 'learn',
    words: {
      zh: {
        title: '测验与记忆卡片',
        summary: '选择题检验理解，一问一答的卡片用来记忆。',
        prompt: `请根据这份内容出一套测验和记忆卡片。

## 选择题
8 道，每道 4 个选项（A–D），只有一个正确。错误选项要像真的，并且与原文相悖或原文没有提到。题目之间不要互相泄露答案。
## 记忆卡片
15 张，用表格，两列：问｜答。一张卡片只问一件事，答案不超过 30 字。先问定义和事实，再问因果。
## 答案
选择题的答案，每题一行：字母、一句解释、依据的行。

原文内容不够时，宁可少出，不要编造。`,
      },
      en: {
        title: 'Quiz and flashcards',
        summary: 'Multiple choice to test understanding, flashcards to remember.',
        prompt: `Make a quiz and a set of flashcards from this source.

## Quiz
8 questions with 4 options (A–D), exactly one right. The wrong ones should be plausible, and contradict the source or not be in it. No question may give away another's answer.
## Flashcards
15 cards in a table with two columns: Question | Answer. One fact per card, answers of at most 20 words; definitions and facts first, then causes.
## Answers
One line for each quiz question: the letter, one sentence why, and the lines it rests on.

If the source does not hold enough, make fewer; invent nothing.`,
      },
    },
  },
  {
    promptId: 'official-quotes',
    group: 'learn',
    words: {
      zh: {
        title: '值得留下的原话',
        summary: '逐字摘录最有分量的句子，并说明它为什么值得留下。',
        prompt: `请从这份内容里挑出 8–15 句最值得留下的原话。

- 逐字照录，放在引号里，不改写、不拼接；口头语和重复可以用“……”略去，但不能改变意思。
- 每句后面另起一行，用一句话说明：谁说的（知道的话）、在谈什么、为什么值得留下。
- 选有观点、有细节或说得漂亮的句子，不选过场话。
- 按原文顺序排列，每句标明依据的行。`,
      },
      en: {
        title: 'Quotes worth keeping',
        summary: 'The strongest sentences, word for word, and why each is worth keeping.',
        prompt: `Pick the 8–15 sentences of this source that are most worth keeping.

- Copy them word for word inside quotation marks; do not reword or splice. You may leave out fillers with "…" where that changes nothing.
- Under each, one line: who said it (if known), what it is about, and why it is worth keeping.
- Choose sentences with a point of view, a telling detail or a fine turn of phrase, never small talk.
- Keep the order of the source and end each with the lines it rests on.`,
      },
    },
  },
];
