import { picture } from '../html.ts'
import type { DemoCourse } from '../shapes.ts'
import { fireSafety } from './fire-safety.ts'

const film = fireSafety.sections.flatMap((section) => section.activities).find((activity) => activity.key === 'film')
if (film?.kind !== 'video') throw new Error('the fire safety course has lost its film')

export const fireSafetyAr: DemoCourse = {
  slug: 'fire-safety-ar',
  language: 'ar',
  title: 'السلامة من الحريق في مكان العمل',
  description: 'كيف تبدأ الحرائق، وماذا تفعل في أول دقيقتين، وأي مطفأة تناسب أي حريق، وكيف يُخلى المبنى. يُعاد كل عام.',
  category: 'الصحة والسلامة',
  tags: ['حريق', 'إخلاء', 'سلامة'],
  cover: 'covers/fire-safety.webp',
  minutes: 20,
  sections: [
    {
      title: 'كيف يبدأ الحريق وكيف يتوقف',
      activities: [
        {
          key: 'triangle',
          kind: 'page',
          title: 'الحرارة والوقود والأكسجين',
          minutes: 4,
          completion: { rule: 'view' },
          html: `<p>يحتاج الحريق إلى ثلاثة أشياء في المكان والوقت نفسيهما. أزل واحدًا منها فينطفئ. كل ما في هذه الدورة يقوم على ذلك.</p>
${picture('illustrations/fire-triangle-ar.webp', 'مثلث أضلاعه الحرارة والوقود والأكسجين، وكيف يُزال كل منها')}
<h2>الأسباب المعتادة في العمل</h2>
<ul>
<li>أسلاك تالفة، ومقابس متعددة محمّلة فوق طاقتها، وشواحن رخيصة تُترك موصولة ليلًا.</li>
<li>بطاريات الأدوات والهواتف حين تُشحن فوق القماش أو الورق.</li>
<li>طهي يُترك بلا مراقبة، ومرشحات دهون لم تُنظَّف.</li>
<li>السجائر والشموع وأعمال اللحام والجلخ.</li>
<li>نفايات مخزَّنة في طريق الهروب.</li>
</ul>`,
        },
        {
          key: 'smoke',
          kind: 'page',
          title: 'الدخان هو الخطر الحقيقي',
          minutes: 3,
          completion: { rule: 'view' },
          html: `<p>يؤذي الدخان أكثر مما تؤذي النار. فهو حار وسام، ويحجب الرؤية خلال دقيقتين أو ثلاث.</p>
<ul>
<li><strong>انخفض.</strong> الهواء قرب الأرض أبرد وأنقى.</li>
<li><strong>تحسّس الباب قبل فتحه.</strong> الباب الساخن يعني: اسلك طريقًا آخر.</li>
<li><strong>أغلق الأبواب.</strong> الباب المغلق قد يحجز النار نصف ساعة.</li>
<li><strong>حوصرت؟</strong> ادخل غرفة لها نافذة، وسدّ فتحة الباب بالملابس، واظهر عند النافذة، واتصل بالإطفاء.</li>
</ul>
<blockquote>يتضاعف حجم الحريق كل دقيقة تقريبًا.</blockquote>`,
        },
      ],
    },
    {
      title: 'أول دقيقتين',
      activities: [
        {
          key: 'actions',
          kind: 'page',
          title: 'ماذا تفعل وبأي ترتيب',
          minutes: 3,
          completion: { rule: 'tick' },
          html: `${picture('illustrations/fire-actions-ar.webp', 'أطلق الإنذار ثم غادر ثم تجمّع ثم اتصل')}
<p>الترتيب مهم: فالإنذار ينبّه من لا يصله صوتك.</p>
<h3>من يحتاج إلى مساعدة</h3>
<p>بعض الزملاء والضيوف لا يستطيعون استخدام السلالم أو سماع الإنذار. اسألهم مسبقًا عمّا ينفعهم.</p>
<p>ضع علامة على هذه الخطوة بعد أن تمشي في طريقي الخروج من مكان عملك.</p>`,
        },
        {
          key: 'notice',
          kind: 'document',
          title: 'تعليمات الحريق للتعليق',
          minutes: 1,
          completion: { rule: 'view' },
          media: 'documents/fire-action-notice-ar.pdf',
          fileName: 'تعليمات الحريق.pdf',
        },
        { ...film, title: 'استخدام المطفأة (فيلم بالإنجليزية مع ترجمة)', captions: [...film.captions].reverse() },
      ],
    },
    {
      title: 'اختبر نفسك',
      activities: [
        {
          key: 'check',
          kind: 'scorm',
          title: 'اختبار السلامة من الحريق',
          minutes: 8,
          completion: { rule: 'score', percent: 75 },
          fileName: 'fire-safety-check-ar.zip',
          package: {
            identifier: 'learnt.demo.fire-safety-ar',
            title: 'اختبار السلامة من الحريق',
            version: '1.2',
            language: 'ar',
            colours: { primary: '#b5402f', accent: '#f3a83a' },
            scos: [
              {
                key: 'check',
                title: 'اختبار السلامة من الحريق',
                passPercent: 75,
                slides: [
                  {
                    kind: 'content',
                    title: 'أربعة مواقف',
                    html: '<p>اختر ما كنت ستفعله في كل موقف. تنجح بثلاث إجابات صحيحة من أربع، ولك أن تعيد الأسئلة متى شئت.</p>',
                    image: { media: 'illustrations/fire-triangle-ar.webp', alt: 'مثلث الحريق' },
                  },
                  {
                    kind: 'question',
                    id: 'bin-fire',
                    title: 'سلة المهملات',
                    prompt: 'تحترق سلة مهملات في مكتبك وأنت وحدك في الغرفة. ما أول ما تفعله؟',
                    answer: 'single',
                    options: [
                      { text: 'أجلب المطفأة من الممر' },
                      { text: 'أطلق الإنذار', right: true },
                      { text: 'أنقذ حاسوبي' },
                      { text: 'أفتح النافذة ليخرج الدخان' },
                    ],
                    explanation:
                      'الإنذار أولًا دائمًا، فيأمن الآخرون مهما حدث بعدها. أما النافذة المفتوحة فتغذي النار بالأكسجين.',
                  },
                  {
                    kind: 'question',
                    id: 'fat-fire',
                    title: 'المقلاة',
                    prompt: 'اشتعل الزيت في مقلاة. ما الذي يجوز استخدامه؟',
                    answer: 'several',
                    options: [
                      { text: 'غطاء مناسب', right: true },
                      { text: 'بطانية حريق', right: true },
                      { text: 'دلو ماء' },
                    ],
                    explanation:
                      'الغطاء والبطانية يمنعان الهواء. أما الماء فيتحول إلى بخار ويقذف الزيت المشتعل في المكان.',
                  },
                  {
                    kind: 'question',
                    id: 'aim',
                    title: 'المطفأة',
                    prompt: 'إلى أين تصوّب؟',
                    answer: 'single',
                    options: [
                      { text: 'إلى أعلى اللهب' },
                      { text: 'إلى قاعدة الحريق', right: true },
                      { text: 'فوق الحريق' },
                    ],
                    explanation: 'صوّب إلى الأسفل، فما يحترق في القاعدة.',
                  },
                  {
                    kind: 'question',
                    id: 'assembly',
                    title: 'في الخارج',
                    prompt: 'أنت في نقطة التجمع وزميلة لك مفقودة. ماذا تفعل؟',
                    answer: 'single',
                    options: [
                      { text: 'أعود سريعًا لأبحث عنها' },
                      { text: 'أخبر مسؤول السلامة أين رأيتها آخر مرة', right: true },
                      { text: 'أتصل بها وأنتظر' },
                    ],
                    explanation: 'أخبر المسؤول فورًا. لدى رجال الإطفاء أجهزة تنفس، وليست لديك.',
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
