import type { OfficialPrompt } from '../../contract.ts';

export const writePrompts: readonly OfficialPrompt[] = [
  {
    promptId: 'official-blog-post',
    group: 'write',
    words: {
      zh: {
        title: '博客文章',
        summary: '一篇有观点、有结构、可以发布的长文。',
        prompt: `请根据《{{title}}》写一篇 1200–1800 字、可以发布在博客上的文章。

- 标题具体、不夸张；开头一段直接给出最值得知道的结论，不写“本文将介绍”。
- 正文 4–6 节，小标题本身就是观点；每节有原文的事实、数字或例子支撑。
- 转述用自己的话，引用原话时放在引号里并说明是谁说的。
- 文风清楚、克制：不用感叹号、排比和口号。
- 结尾给读者一个可以带走的想法或问题。
- 只写原文里有的内容。`,
      },
      en: {
        title: 'Blog post',
        summary: 'A structured post with a point of view, ready to publish.',
        prompt: `Write a post of 800–1,200 words from "{{title}}".

- A specific headline without hype; the first paragraph gives the most important conclusion outright, never "in this post".
- 4–6 sections whose headings are statements; each rests on facts, figures or examples of the source.
- Tell it in your own words; put direct quotations in quotation marks and say whose they are.
- Plain and restrained: no exclamation marks, no slogans.
- End with an idea or a question to take away.
- Write only what is in the source.`,
      },
    },
  },
  {
    promptId: 'official-thread',
    group: 'write',
    words: {
      zh: {
        title: '小红书笔记',
        summary: '一篇分点清楚、可以直接发布的图文笔记文案。',
        prompt: `请根据这份内容写一篇小红书笔记。

- **标题**：给 3 个备选，每个不超过 20 字，具体、不用“震惊”“必看”一类的词。
- **正文**：400–700 字。第一句就说出最有用的一点；随后 4–6 个分点，每点先给结论再给一句依据或例子；短句，多分段。
- 每段最多一个表情符号，也可以不用。
- 结尾一句话邀请读者说说自己的经验。
- 最后一行给 5 个话题标签，以 # 开头。
- 所有事实、数字都来自原文；依据的行照样标在句末。`,
      },
      en: {
        title: 'Social thread',
        summary: 'A thread of short posts, each able to stand alone.',
        prompt: `Write a thread of 7–12 posts from this source.

- Number them 1/, 2/ and so on; each at most 260 characters, able to stand alone.
- The first gives the single most surprising or useful finding, not an announcement.
- One idea per post, with a fact, a figure or an example of the source.
- No hype words, no exclamation marks, at most one emoji in the whole thread.
- The last post names the source ("{{title}}") and asks a real question.
- Keep the references at the end of each post.`,
      },
    },
  },
];
