import type { OfficialPrompt } from '../../contract.ts';

export const understandPrompts: readonly OfficialPrompt[] = [
  {
    promptId: 'official-plain-words',
    group: 'understand',
    words: {
      zh: {
        title: '讲给外行听',
        summary: '用日常语言和一个贯穿的例子，把它讲给第一次接触的人。',
        prompt: `请把这份内容讲给一个聪明、但从没接触过这个领域的人。

要求：
1. 先用两三句话说清：它在讲什么，为什么值得知道。
2. 按理解的顺序（不必按原文顺序）分成 3–6 个小节，每节一个小标题，只讲一个想法。
3. 出现术语时，先用一句日常的话解释，再用原词。
4. 需要比方时可以打比方，但要标明“打个比方”，比方之外的内容都必须来自原文。
5. 最后列出 3 个读者最可能误解的地方，并说明原文实际怎么说。`,
      },
      en: {
        title: 'Explain to a beginner',
        summary: 'Everyday words and examples for someone new to the topic.',
        prompt: `Explain this source to a bright person who has never met the field.

1. Begin with two or three sentences: what it is about and why it is worth knowing.
2. Then 3–6 short sections in the order that makes it easiest to understand (not necessarily the order of the source), each with a heading and a single idea.
3. Explain every technical term in everyday words before using it.
4. You may use a comparison, introduced by "Think of it as"; everything else has to come from the source.
5. End with the three things a reader is most likely to get wrong, and what the source really says about each.`,
      },
    },
  },
  {
    promptId: 'official-critique',
    group: 'understand',
    words: {
      zh: {
        title: '质疑与未解的问题',
        summary: '主要论断、它们的依据有多牢、原文没有回答什么。',
        prompt: `请像一位公正而严格的审稿人那样读这份内容。

先列出它的主要论断（最多 6 条）。对每一条写：
- **论断**：一句话。
- **依据**：原文给出的证据或理由；没有就写“原文没有给出依据”。
- **强度**：强、中或弱，并用一句话说明为什么。

然后写“**未解的问题**”：5–8 个原文提出却没有回答，或者一个内行会追问的问题。
最后写“**前后不一致之处**”：原文中互相矛盾或改口的地方；没有就写“没有发现”。
只评价原文说了什么，不要引入外部资料。`,
      },
      en: {
        title: 'Critique and open questions',
        summary: 'The main claims, how well each is supported, and what’s left unanswered.',
        prompt: `Read this source as a fair and strict reviewer would.

First list its main claims (at most 6). For each:
- **Claim**: one sentence.
- **Support**: the evidence or reasons the source gives; if none, say "The source gives none."
- **Strength**: strong, medium or weak, with one sentence why.

Then **Open questions**: 5–8 questions the source raises without answering, or that an expert would ask next.
Finally **Inconsistencies**: places where the source contradicts or corrects itself; if none, say "None found."
Judge only what the source says; bring in no outside material.`,
      },
    },
  },
  {
    promptId: 'official-timeline',
    group: 'understand',
    words: {
      zh: {
        title: '时间线',
        summary: '内容里提到的事件，按它们发生的先后排列。',
        prompt: `请把这份内容里提到的事件整理成时间线，按事件**发生**的先后排列（不是被讲到的先后）。

用表格，三列：时间｜事件｜影响或意义。
- 时间照原文的写法；只有相对时间（如“三年后”）时照写，不要自己推算成年份。
- 原文没有说明时间的事件，放在表格后面的“时间不明”列表里。
- 每一行的末尾标明依据的行。`,
      },
      en: {
        title: 'Timeline',
        summary: 'The events it mentions, in the order they happened.',
        prompt: `Arrange the events this source mentions as a timeline, in the order in which they **happened** (not in which they are told).

Use a table with three columns: When | What happened | What came of it.
- Give times as the source words them; leave relative times ("three years later") relative, and do not work out years.
- Put events without any time into a list "Undated" below the table.
- End every row with the lines it rests on.`,
      },
    },
  },
];
