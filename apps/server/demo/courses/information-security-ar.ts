import { picture } from '../html.ts'
import type { DemoCourse } from '../shapes.ts'
import { informationSecurity } from './information-security.ts'

const film = informationSecurity.sections
  .flatMap((section) => section.activities)
  .find((activity) => activity.key === 'film')
if (film?.kind !== 'video') throw new Error('the information security course has lost its film')

export const informationSecurityAr: DemoCourse = {
  slug: 'information-security-ar',
  language: 'ar',
  title: 'أمن المعلومات للجميع',
  description: 'تعرّف رسائل التصيّد، واحمِ حساباتك، واعرف ما تفعله في أول خمس دقائق حين يقع خطأ.',
  category: 'الامتثال',
  tags: ['أمن', 'تصيّد', 'كلمات المرور'],
  cover: 'covers/information-security.webp',
  minutes: 22,
  sections: [
    {
      title: 'رسائل تريد شيئًا',
      activities: [
        {
          key: 'why-you',
          kind: 'page',
          title: 'لماذا قد يستهدفك أحد',
          minutes: 3,
          completion: { rule: 'view' },
          html: `<p>تبدأ معظم الهجمات على المؤسسات بشخص عادي ورسالة عادية. ليس لأن الشخص مهمل، بل لأن الرسالة رخيصة، ويكفي ردّ واحد من كل ألف.</p>
<h2>ما الذي تملكه ويريده غيرك؟</h2>
<ul>
<li><strong>الوصول:</strong> حسابك يفتح التقاويم والملفات، وزملاؤك يثقون برسائلك.</li>
<li><strong>المعرفة:</strong> من يعتمد الفواتير، ومن في إجازة، وما اسم المشروع.</li>
<li><strong>المال:</strong> رقم حساب مصرفي مبدَّل في فاتورة واحدة حيلة شائعة ومكلفة.</li>
</ul>
<blockquote>لا يلزم أن تكون خبيرًا. يكفي أن تلاحظ أن شيئًا غريب، وأن تخبر أحدًا مبكرًا.</blockquote>`,
        },
        { ...film, title: 'كيف تعمل رسالة التصيّد (فيلم بالإنجليزية مع ترجمة)', captions: [...film.captions].reverse() },
        {
          key: 'five-signs',
          kind: 'page',
          title: 'خمس علامات تحذير',
          minutes: 4,
          completion: { rule: 'view' },
          html: `<p>لا تكفي علامة واحدة دليلًا، لكن اجتماع اثنتين سبب وجيه للتوقف.</p>
${picture('illustrations/phishing-email-ar.webp', 'رسالة بريد عليها خمس علامات مرقّمة')}
<h3>كيف تقرأ الرابط</h3>
<p>أشر إليه دون نقر، وعلى الهاتف اضغط مطولًا. اقرأ اسم الموقع <strong>من أول شرطة مائلة مفردة إلى الوراء</strong>.</p>`,
        },
        {
          key: 'stop-check-report',
          kind: 'page',
          title: 'توقّف، تحقّق، أبلغ',
          minutes: 2,
          completion: { rule: 'tick' },
          html: `${picture('illustrations/stop-check-report-ar.webp', 'ثلاث خطوات: توقف ثم تحقق ثم أبلغ')}
<p>الإبلاغ أنفع ما يمكنك فعله، حتى لو كنت قد نقرت. <strong>لا يُلام أحد على بلاغ.</strong></p>
<p>ضع علامة على هذه الخطوة حين تعرف أين زر الإبلاغ في بريدك.</p>`,
        },
      ],
    },
    {
      title: 'حساباتك',
      activities: [
        {
          key: 'passwords',
          kind: 'page',
          title: 'كلمات مرور صامدة',
          minutes: 4,
          completion: { rule: 'view' },
          html: `<ol>
<li><strong>كلمة مرور مختلفة لكل خدمة.</strong></li>
<li><strong>مدير كلمات المرور</strong> يبتكرها ويحفظها، وتحفظ أنت عبارة واحدة طويلة من ثلاث كلمات لا رابط بينها.</li>
<li><strong>عامل ثانٍ</strong> حيثما أُتيح، والتطبيق أو مفتاح المرور أفضل من الرسالة النصية.</li>
<li><strong>ارفض المفاجآت:</strong> إذا ظهر طلب دخول لم تبدأه أنت فارفضه وأبلغ عنه.</li>
</ol>
<p>لا يحتاج مكتب المساعدة إلى كلمة مرورك أبدًا، ولا إلى الرمز الظاهر على هاتفك.</p>`,
        },
        {
          key: 'check',
          kind: 'scorm',
          title: 'الاختبار النهائي',
          minutes: 8,
          completion: { rule: 'package' },
          fileName: 'information-security-check-ar.zip',
          package: {
            identifier: 'learnt.demo.information-security-ar',
            title: 'أمن المعلومات: الاختبار النهائي',
            version: '2004-4th',
            language: 'ar',
            colours: { primary: '#2d69a6', accent: '#f3a83a' },
            scos: [
              {
                key: 'check',
                title: 'الاختبار النهائي',
                passPercent: 75,
                slides: [
                  {
                    kind: 'content',
                    title: 'قبل أن تبدأ',
                    html: '<p>أربعة أسئلة من يوم عمل عادي. تنجح بثلاث إجابات صحيحة.</p>',
                    image: { media: 'illustrations/stop-check-report-ar.webp', alt: 'توقف، تحقق، أبلغ' },
                  },
                  {
                    kind: 'question',
                    id: 'parcel',
                    title: 'السؤال ١',
                    prompt:
                      'تصلك رسالة: «تعذّر تسليم طردك، ادفع مبلغًا صغيرًا لمحاولة جديدة». وأنت تنتظر طردًا فعلًا. ماذا تفعل؟',
                    answer: 'single',
                    options: [
                      { text: 'أدفع، فالمبلغ صغير' },
                      { text: 'أفتح تطبيق شركة الشحن بنفسي وأنظر فيه', right: true },
                      { text: 'أردّ على الرسالة' },
                    ],
                    explanation: 'كل الناس ينتظرون طرودًا، ولهذا تنجح الحيلة. اسلك طريقًا تختاره أنت.',
                  },
                  {
                    kind: 'question',
                    id: 'typed',
                    title: 'السؤال ٢',
                    prompt: 'كتبت كلمة مرورك في صفحة تبدو الآن مريبة. ما أول ما تفعله؟',
                    answer: 'single',
                    options: [
                      { text: 'أنتظر لأرى' },
                      { text: 'أبلغ وأغيّر كلمة المرور فورًا', right: true },
                      { text: 'أحذف الرسالة' },
                    ],
                    explanation: 'الدقائق مهمة. أبلغ وغيّرها، والأفضل من جهاز آخر.',
                  },
                  {
                    kind: 'question',
                    id: 'protect',
                    title: 'السؤال ٣',
                    prompt: 'ما الذي يحميك حتى لو سُرقت كلمة مرور؟',
                    answer: 'several',
                    options: [
                      { text: 'عامل ثانٍ', right: true },
                      { text: 'كلمة مختلفة لكل خدمة', right: true },
                      { text: 'تغيير آخر رقم فيها كل شهر' },
                    ],
                    explanation: 'العامل الثاني يوقف السارق عند الباب، والكلمة المستخدمة مرة واحدة تفتح بابًا واحدًا.',
                  },
                  {
                    kind: 'question',
                    id: 'call',
                    title: 'السؤال ٤',
                    prompt: 'يتصل بك «مكتب المساعدة» ويطلب الرمز من هاتفك. ماذا تفعل؟',
                    answer: 'single',
                    options: [{ text: 'أقرؤه عليه' }, { text: 'أنهي المكالمة وأتصل بالرقم الذي أعرفه', right: true }],
                    explanation: 'لا يحتاج مكتب المساعدة إلى رمز أبدًا.',
                  },
                ],
              },
            ],
          },
        },
      ],
    },
  ],
}
