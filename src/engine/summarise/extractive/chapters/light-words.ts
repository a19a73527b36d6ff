import type { Language } from '../../../domain.ts';

function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Words that cannot be the head of a name: they count something, place it or stand for it. */
const lightHeads: Record<Language, ReadonlySet<string>> = {
  en: wordSet(`couple sense kind sort lot lots bunch bit bits thing things stuff way ways part parts number numbers amount amounts piece pieces type types
    example examples case cases point points question questions time times day days today tomorrow yesterday people person guy guys folks something anything
    everything someone anyone everyone somebody anybody everybody week weeks month months year years minute minutes hour hours meeting meetings end ends side sides
    rest half step steps place places fact facts idea ideas reason reasons moment moments whole different same good bad big little actually basically really probably
    maybe directly exactly mind view terms course order matter regard level levels aspect aspects range series set sets first second third last next item items word words
    version versions thank thanks mister madam chair member members`),
  zh: wordSet(`一下 东西 事情 时候 情况 问题 方面 部分 地方 样子 感觉 过程 意思 有人 大家 我们 你们 他们 自己 别人 什么 怎么 一个 一些 这个 那个 这样 那样 这种 那种 今天 现在 以后
    一点 多少 角度 层面 时间 时刻 阶段 程度 范围 目的 原因 结果 关系 状态 特点 想法 看法 观点 内容 方式 方法 例子 老师 嘉宾 同学 朋友 主持人 先生 女士 专家 校长 教授 各位 几位 四位
    第一 第二 第三 其实 然后 可能 应该 可以 能够 就是 因为 所以 如果 觉得 包括 比如 进行 通过 非常 工作 产生 做到 成为 变成 提到 讲到 看到 得到 遇到 开通 带来 起来 出来 下来
    过来 下去 过去 上去 出去 进去 市面上 语境 当中 其中 之间 角色 意识到 有关 相关 更好 更多 很好 不好 越来越 独岛 结束语 因素 影响因素 一系列 一部分 一方面 也好 主动 直接 共同 相互 互相 不断 逐渐 充分 普遍 一般`),
};

const lightStarts: Record<Language, ReadonlySet<string>> = {
  en: wordSet(`going getting making doing having being taking looking trying coming saying using putting giving thinking talking telling asking keeping letting heard seen done
    made given taken gone got tip allow allows provide provides include includes become becomes continue bring happen happened called named based depending including following
    regarding concerning very really just quite actually maybe mister madam mr mrs ms dr honourable separate different certain whole entire current previous own able sure`),
  zh: wordSet(`做到 产生 开通 提到 讲到 说到 看到 得到 遇到 想到 达到 成为 变成 带来 进行 通过 提供 需要 希望 觉得 认为 知道 发现 出现 使得 导致 造成 实现 开始 继续 保持 形成 属于 存在
    包括 作为 能够 可以 可能 应该 必须 一定 已经 正在 非常 比较 特别 更加 越来越 如何 怎么 怎样 什么 为什么 是否 以及 或者 并且 但是 因为 所以 如果 虽然 不过 然后 其实 当然 关于 对于
    根据 按照 为了 由于 有关 相关 来自 用于 位于 来到 回到 走向 面对 面临 推动 推进 促进 提升 提高 加强 增加 减少 降低 改变 改善 解决 处理 完成 建立 构建 打造 探索 利用 使用 采用 结合
    参与 参加 加入 拥有 具有 具备 充满 缺乏 缺少 受到 感受 体验到 认识到 意识到 引起 引发 引导 带动 支持 支撑 帮助 满足 适合 适应 符合 培养 接受 选择 决定 愿意 敢于 善于 研究 回答
    真正 主要 重要 不断 逐渐 充分 普遍 不同 一般 整个 所有 很多 许多 大量 各种 各个 某种 某个 这种 那种 自己 我们 你们 他们 大家 别人 人家 万物`),
};

export function isLightHead(word: string, language: Language): boolean {
  return lightHeads[language].has(word.toLowerCase());
}

export function isLightStart(word: string, language: Language): boolean {
  return lightStarts[language].has(word.toLowerCase()) || (isLightHead(word, language) && language === 'zh');
}
