/** Words that questions and speech use for the same thing. A term also matches the others of its line, which count less. */
import { foldHan } from '#lib/text/traditional-and-simplified.ts';
import { wordKey } from './terms.ts';

const lines = `
television tv telly
child children kid
cost price pricing expensive cheap
appearance look shape style design
advantage benefit pro plus
disadvantage drawback con
improve improvement better enhance upgrade
decision decide decided agree agreed choose chose chosen
reason because why cause
problem issue trouble difficulty difficult
big large huge
small little tiny
profit revenue earn earning income
requirement require need
evaluate evaluation assess assessment rate rating score
sound audio noise
buy purchase bought
sell sale sold
student pupil learner
company firm business enterprise
job employment work
employee worker staff workforce
doctor physician
picture image photo photograph
film movie
phone telephone mobile
begin start began
finish end complete
help support assist assistance aid
fast quick rapid
change modify alter
error mistake wrong
device gadget
equipment hardware machine
payment pay paid
money funding fund finance
elderly old older senior
young youth teenager
recommend recommendation suggest suggestion propose proposal
quotation quote
target aim goal objective
customer client consumer
train training practise practice
experiment test testing trial
screen display monitor
health healthcare medical
university college
fee tuition
parent mother father
house home housing
travel trip journey
car vehicle automobile
law legislation bill act
farmer farming agriculture agricultural
answer reply response
important essential crucial key
danger dangerous risk
illness disease sick
food meal eat
学生 同学
价格 价钱 费用 成本
孩子 儿童 小孩
优点 好处 优势
缺点 坏处 劣势
原因 理由
公司 企业
就业 职业 工作
教师 老师
大学 高校
手机 电话
汽车 车辆
电影 影片
工资 薪水 收入
住房 房子
老人 老年
青年 年轻
医生 大夫
方法 办法
目标 目的
风险 危险
`;

const related = new Map<string, Set<string>>();
for (const line of lines.split('\n')) {
  const keys = line.split(' ').map((word) => wordKey(foldHan(word)));
  for (const key of keys) {
    const others = related.get(key) ?? new Set();
    for (const other of keys) if (other !== key) others.add(other);
    related.set(key, others);
  }
}

/** Takes and returns terms as `queryTerms` makes them. */
export function relatedTerms(term: string): string[] {
  return [...(related.get(term) ?? [])];
}
