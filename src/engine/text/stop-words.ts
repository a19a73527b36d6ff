function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ''));
}

export const englishStopWords = wordSet(`
a an the this that these those some any each every either neither both all such same other another else own
i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers herself
it its itself they them their theirs themselves one ones someone anyone everyone something anything everything nothing nobody somebody everybody
be am is are was were been being have has had having do does did done doing can could will would shall should may might must ought
i'm i've i'd i'll you're you've you'd you'll he's she's it's we're we've we'd we'll they're they've they'd they'll that's there's here's what's who's let's
isn't aren't wasn't weren't haven't hasn't hadn't don't doesn't didn't can't couldn't won't wouldn't shouldn't mustn't ain't cannot gonna wanna gotta cos 'cause cause
and or but nor so yet if then than because since while although though unless until whether as at by for from in into of off on onto out over
per to toward towards under up upon via with within without about above across after again against along among around before behind below between beyond
down during except inside near outside through throughout till together
not no yes yeah yep nope okay ok um uh er erm hmm hm mm mmm mhm mm-hmm mm-mm uh-huh uh-oh huh ooh oops cool ah oh eh hey wow well right alright sure fine exactly absolutely indeed
what which who whom whose when where why how here there now today just only even also too very really quite rather pretty much many more most less least few little lot lots bit
still already always never ever often sometimes usually maybe perhaps probably actually basically literally obviously clearly kind sort like
get gets got getting gotten go goes going gone went come comes coming came make makes made making take takes took taken taking put puts say says said saying
see sees saw seen know knows knew known think thinks thought mean means meant want wants wanted need needs let lets look looks looking looked seem seems
thing things stuff way ways guess suppose tell tells told talk talks talking ask asks asked give gives gave given try tries tried use uses used using
good great nice bad big new old first second last next two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million back long able
please thank thanks sorry hello hi bye welcome etc ie eg vs us don re ve ll d s t m
`);

export const chineseStopWords = wordSet(`
的 了 着 过 地 得 之 所 们 个 些 把 被 给 让 使 向 往 对 对于 关于 由 从 自 自从 到 在 于 以 按 按照 根据 为 为了 因 因为 由于 所以 因此 于是 那么 那 这 哪
此 其 其中 其他 其它 其实 该 各 每 某 本 另 另外 别 别的 我 你 您 他 她 它 咱 我们 你们 他们 她们 它们 咱们 大家 自己 人家 别人 谁 什么 啥 怎么 怎样 怎么样 如何 为什么 多少 几 哪里 哪些 哪个
这个 那个 这些 那些 这样 那样 这种 那种 这么 那么 这里 那里 这边 那边 这儿 那儿 这时 那时 时候 时 是 不是 就是 也是 还是 都是 而是 要是 是否 是不是 有 没有 没 无 不 非 未 别 会 能 能够 可 可以 可能 应 应该 应当 要 想 想要 得 必须 需要 愿意 敢 肯
和 与 及 以及 或 或者 或是 并 并且 而 而且 但 但是 可是 不过 然而 虽然 尽管 如果 假如 要是 只要 只有 除了 除非 无论 不管 即使 既 既然 又 也 还 再 更 最 很 非常 特别 十分 挺 太 比较 相当 稍微 有点 有些 一些 一点 一下 一下子 一直 一定 一样 一般 一种 一个 一
都 就 才 只 只是 仅 仅仅 已 已经 曾 曾经 正 正在 将 将要 刚 刚刚 刚才 马上 立刻 现在 目前 今天 今年 去年 昨天 明天 以前 以后 之前 之后 之间 以上 以下 以内 以外 以来 当 当时 当然 然后 后来 接着 最后 首先 其次 第 第一 第二 第三 一方面 同时
说 讲 谈 聊 看 看到 听 听到 觉得 感觉 认为 以为 知道 了解 明白 想到 发现 问 回答 告诉 叫 叫做 称 来 来说 去 来讲 上 下 里 中 内 外 前 后 左 右 间 起 起来 出 出来 进 进来 进去 过来 过去 回 回来 上来 下来 下去 出去
做 弄 搞 用 拿 放 走 跑 到底 比如 比如说 例如 譬如 就是说 也就是说 换句话说 总之 总的来说 所谓 等 等等 之类 之一 方面 情况 东西 事情 事 问题 地方 样子 部分 人 位 次 种 件 条 块 点 款 辆 项 台 届 份 篇 套 批 张 句 幅 年 月 日 天 号 时间 多 少 大 小 好 高 低 新 老 长 短 两 三 四 五 六 七 八 九 十 百 千 万 亿 半 零 二
啊 呀 吧 呢 吗 嘛 啦 哦 噢 喔 嗯 呃 额 哎 唉 诶 欸 哈 哈哈 哇 喂 嘿 哼 呵 呵呵 嗨 对吧 是吧 对 对对 对对对 好的 好吧 行 行吧 ok 谢谢 感谢 您好 你好 大家好 再见 拜拜 不好意思 请 请问 欢迎 老师 嘉宾 先生 女士 各位 朋友 朋友们 主持人 掌声
真的 确实 实际上 事实上 基本 基本上 大概 大约 差不多 左右 肯定 绝对 完全 简单 直接 不同 不能 不会 不要 不用 不可 没什么 很多 许多 好多 不少 更多 很大 整个 所有 任何 全部 全 成 成为 变成 作为 通过 进行 实现 包括 属于 相关 有关 一起 一边 越来越 越 甚至 尤其 反正 毕竟 居然 竟然 果然 似乎 好像 像 如 如此 似的 而已 罢了 的话 而言 之所以 从而 以便 以免 与其 宁可 何况 况且 此外 不仅 不但 不光 不只 还有 只能 就要 只不过 说明 希望 开始 继续 来看 那块 这块
`);

/** Kept out of tags and titles in addition to the stop words. */
export const weakTopicWords = wordSet(`
people person guy guys man men woman everybody time times day days week month year years morning afternoon evening tonight yesterday tomorrow moment minute minutes hour hours
question questions answer answers point points example case part side end place issue fact idea reason number word words line page article post video episode guide read reading
actually maybe bit kind sort lot thing stuff something anything okay yeah right sure whatever whichever whenever wherever somehow anyway basically
happen work works worked working start starts started find found feel felt keep kept leave left call called show shows help helps turn run set bring move change
better best latest different same important main real whole certain possible true wrong hard easy full sense
还有 觉得 可能 时候 问题 东西 事情 感觉 情况 方面 部分 地方 过程 阶段 意思 角度 层面 状态 样子 内容 方式 方法 关系 结果 原因 目的 今天 现在 以后 之后 最后 第一 第二 第三 老师 同学 朋友 观众 嘉宾 环节 话题 分享 介绍 一块 这块 那块 有人 有没有 包括 进行 开始 看看 说说 讲讲 聊聊 想想 真正 主要 重要 一定 不断 未来 目前 本身 整体 非常 更加 特别 核心 想法 观点 建议 经历 事儿 点儿 那会 回头 下面 上面 里面 外面 前面 后面 旁边 不知道 不一样 或者是 有意思 当中 过程当中 来去 即将 实际 具体 相对 共同 充分 进一步 持续 正式
`);

/** Function words of other Latin languages that are not English words. */
export const otherStopWords = wordSet(`
le la les des pour qui sans son leur ha ne entre du une un aux au dans sur avec que est sont pas nous vous ils elle elles cette ces leurs mais ou où être été avoir fait aussi comme
der den dem ein eine einen einem einer und oder nicht mit auf für von zu zum zur ist sind wird werden auch als bei nach über unter durch sich ich wir sie ihr dass
el los las una unos unas del al por para es fue como más pero sus este esta estos estas sobre también ser han muy
il lo gli della delle dei degli nel nella che per sono più anche come questo questa alla
os uma na nos nas com não seu sua foi são também pelo pela
het een voor niet zijn ook maar bij naar dat aan
`);
