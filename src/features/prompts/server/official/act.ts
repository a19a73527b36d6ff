import type { OfficialPrompt } from '../../contract.ts';

export const actPrompts: readonly OfficialPrompt[] = [
  {
    promptId: 'official-action-items',
    group: 'act',
    words: {
      zh: {
        title: '行动清单',
        summary: '谁要在什么时候做什么，可以直接勾选。',
        prompt: `请从这份内容里整理出行动清单。

每一项写成一个可以勾选的条目：
- [ ] 动词开头的具体行动（负责人；期限）

规则：
1. 原文明确说了要做的，放在“**已经说定**”；原文建议读者或听众去做的，放在“**建议去做**”。
2. 原文没有说负责人或期限时就不写，不要猜。
3. 有先后顺序或依赖关系时按顺序排列，并注明“先完成第 n 项”。
4. 一件事只列一次；没有任何行动时，直接说明“原文没有提到要做的事”。`,
      },
      en: {
        title: 'Action items',
        summary: 'Who needs to do what by when, as a checklist.',
        prompt: `Draw up the action items of this source.

Write each as an item that can be ticked off:
- [ ] A concrete action that begins with a verb (owner; due)

1. What the source says will be done goes under **Agreed**; what it advises its readers or listeners to do goes under **Suggested**.
2. Leave out owner or date where the source gives none; never guess.
3. Where one depends on another, keep the order and say "after item n".
4. List each thing once. If there is nothing to do, say "The source mentions no actions."`,
      },
    },
  },
  {
    promptId: 'official-minutes',
    group: 'act',
    words: {
      zh: {
        title: '会议纪要',
        summary: '议题、讨论、决定、待办与未决事项，可以直接发出。',
        prompt: `请把这份内容写成一份可以直接发给与会者的会议纪要。

## 概要
3 句话：会议为了什么，定了什么，接下来做什么。
## 参与者
原文出现的发言人；原文没有姓名时略去这一节。
## 议题与讨论
每个议题一个小标题：背景、各方意见（写明是谁的意见）、结论。
## 决定
编号列出，每条是完整的陈述。
## 待办
- [ ] 事项（负责人；期限），没有的信息不写。
## 未决事项
讨论了但没有结论的问题。

语气客观，不写寒暄和跑题的内容。没有内容的小节略去。`,
      },
      en: {
        title: 'Meeting minutes',
        summary: 'Topics, discussion, decisions, action items and open questions, ready to send.',
        prompt: `Write this source up as minutes that can be sent to everybody who was there.

## In short
Three sentences: what the meeting was for, what was decided, what comes next.
## Participants
The speakers the source names; leave the section out if it names none.
## Topics
One heading per topic: background, the views (say whose), the conclusion.
## Decisions
Numbered, each a full statement.
## To do
- [ ] Item (owner; due), leaving out what is not known.
## Open
Questions that were discussed without a conclusion.

Keep to a neutral tone; no small talk or digressions. Leave out sections that would be empty.`,
      },
    },
  },
];
