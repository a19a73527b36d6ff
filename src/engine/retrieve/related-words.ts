/** Words that questions have and talk says otherwise: each is also looked for by the others of its line, which count less. */
import { foldHan } from '#lib/text/traditional-and-simplified.ts';
import { wordKey } from './terms.ts';

const lines = `
television tv telly
child children kid
cost price pricing expensive cheap money budget
euro pound dollar money price
appearance look shape style colour color design
shape form curve round square
advantage benefit pro good plus
disadvantage drawback con bad
improve improvement better enhance upgrade
decision decide decided agreed choose chose chosen
reason because why
problem issue trouble difficulty difficult
size big small large
profit revenue earn earning
material rubber plastic wood metal
requirement require need
progress status far
evaluate evaluation rate rating score criteria
sound audio speech voice noise
buy purchase sell sale
feature function
teacher school
pandemic covid coronavirus virus
government minister
student pupil learner
company firm business
job employment employee work worker
doctor physician gp
picture image photo
film movie video
phone telephone mobile
begin start
finish end
help support assist assistance aid
fast quick speed
change modify alter
error mistake wrong
device gadget
equipment hardware machine
payment pay paid fund funding money
staff workforce employee
elderly old older
young youth teenager kid
recommend recommendation suggest suggestion propose proposal
quotation quote price cost
prototype model
target aim goal
market customer consumer
train training practise practice
data database corpus
recording record recorded
microphone mic
experiment test testing
result performance
screen display lcd
battery power charge
button key
fashion trend trendy
health healthcare hospital medical
mental anxiety depression stress
university college
fee tuition
qualification degree exam
parent mother father family
house home housing
travel trip transport
car vehicle
tax taxation
law legislation bill act
vaccine vaccination vaccinated
violence abuse
poverty poor
farmer agriculture agricultural
environment environmental climate
loan debt
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
疫情 新冠 病毒
老人 老年
青年 年轻
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

/** Terms, as `queryTerms` makes them. */
export function relatedTerms(term: string): string[] {
  return [...(related.get(term) ?? [])];
}
