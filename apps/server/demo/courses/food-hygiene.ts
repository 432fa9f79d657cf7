import { picture } from '../html.ts'
import { transcript } from '../narrations.ts'
import type { DemoCourse } from '../shapes.ts'

export const foodHygiene: DemoCourse = {
  slug: 'food-hygiene',
  language: 'en',
  title: 'Food hygiene in kitchens and service',
  description:
    'Clean hands, safe temperatures, no cross-contamination, and allergens you can rely on. For everybody who prepares or serves food.',
  category: 'Health and safety',
  tags: ['food', 'kitchen', 'allergens', 'hospitality'],
  cover: 'covers/food-hygiene.webp',
  minutes: 41,
  sections: [
    {
      title: 'Clean',
      activities: [
        {
          key: 'why',
          kind: 'page',
          title: 'What makes people ill',
          minutes: 3,
          completion: { rule: 'view' },
          html: `<p>Food that makes people ill usually looks, smells and tastes fine. The causes are small:</p>
<table>
<tr><th>Hazard</th><th>Examples</th><th>What stops it</th></tr>
<tr><td>Biological</td><td>Salmonella, Campylobacter, Listeria, norovirus</td><td>Clean hands, heat, cold, time</td></tr>
<tr><td>Chemical</td><td>Cleaner in a drink bottle, too much of an additive</td><td>Original containers, labels, separate storage</td></tr>
<tr><td>Physical</td><td>Glass, metal, hair, a plaster</td><td>Look, cover, count, replace what is chipped</td></tr>
<tr><td>Allergens</td><td>Nuts, milk, gluten, sesame and others</td><td>Know, separate, tell</td></tr>
</table>
<p>Children, pregnant women, older people and people with an illness become ill from far fewer bacteria than you do. Cook as if one of them were at every table.</p>
<h3>When you are ill yourself</h3>
<p>With diarrhoea or vomiting, stay away from food until 48 hours after it has stopped, and tell your manager. Cover cuts with a blue plaster and a glove.</p>`,
        },
        {
          key: 'hands',
          kind: 'video',
          title: 'Clean hands in twenty seconds',
          minutes: 1,
          completion: { rule: 'watch', percent: 90 },
          media: 'video/clean-hands.mp4',
          poster: 'video/clean-hands.webp',
          captions: [{ language: 'en', label: 'English', media: 'video/clean-hands.en.vtt' }],
          transcript: transcript('film-hands'),
        },
        {
          key: 'handwash',
          kind: 'page',
          title: 'Hands, cloths and surfaces',
          minutes: 4,
          completion: { rule: 'view' },
          html: `${picture('illustrations/hand-washing.webp', 'Five moves: wet, palms, between the fingers, twenty seconds, dry')}
<h2>Clean, then disinfect</h2>
<ol>
<li><strong>Clean</strong> with detergent: fat and crumbs protect bacteria.</li>
<li><strong>Rinse</strong>.</li>
<li><strong>Disinfect</strong> and wait as long as the label says. Wiped off at once it does nothing.</li>
<li><strong>Let it dry in the air.</strong></li>
</ol>
<p>A damp cloth is the dirtiest thing in most kitchens. Use disposable ones for raw meat, and change the others for every task. Gloves are not cleaner than hands: they only hide how dirty they are.</p>`,
        },
      ],
    },
    {
      title: 'Cold, hot and apart',
      activities: [
        {
          key: 'temperatures',
          kind: 'page',
          title: 'The danger zone',
          minutes: 5,
          completion: { rule: 'view' },
          html: `${picture('illustrations/temperature-danger-zone.webp', 'A thermometer: cook to 75 degrees, hold above 63, danger zone between 5 and 63, fridge below 5, freezer at minus 18')}
<h2>Measure, do not guess</h2>
<ul>
<li>Put the clean probe into the <strong>thickest part</strong>, away from bone and tray.</li>
<li>Check the probe in ice water every morning: it must show between −1 and 1 °C.</li>
<li>Cool large amounts in shallow trays: to 8 °C within 90 minutes.</li>
<li>Reheat <strong>once</strong>, to 75 °C, then keep it hot or throw it away.</li>
<li>Thaw in the fridge, in a tray, never beside the sink.</li>
</ul>
<p>Limits differ a little between countries. Where your local rule is stricter, it counts.</p>`,
        },
        {
          key: 'fridge',
          kind: 'page',
          title: 'Raw and ready never meet',
          minutes: 4,
          completion: { rule: 'view' },
          html: `${picture('illustrations/fridge-order.webp', 'Four fridge shelves from ready-to-eat at the top to raw meat at the bottom')}
<p>Cross-contamination is how harmless salad becomes dangerous: a board, a knife, a drip, a hand.</p>
<ul>
<li>Use the colour of board and knife that belongs to the task.</li>
<li>Do not wash raw chicken: the splashes reach a metre around the sink.</li>
<li>Cover and label everything: what it is, when it was made, when it must go.</li>
<li>First in, first out. “Use by” is a limit; “best before” is about quality.</li>
</ul>`,
        },
        {
          key: 'temperature-card',
          kind: 'document',
          title: 'Kitchen temperatures at a glance',
          minutes: 2,
          completion: { rule: 'view' },
          media: 'documents/kitchen-temperatures.pdf',
          fileName: 'Kitchen temperatures.pdf',
        },
        {
          key: 'checklist',
          kind: 'document',
          title: 'Opening checklist for your kitchen',
          minutes: 3,
          completion: { rule: 'tick' },
          media: 'documents/opening-checklist.csv',
          fileName: 'Opening checklist.csv',
        },
      ],
    },
    {
      title: 'Allergens and final test',
      activities: [
        {
          key: 'allergens',
          kind: 'page',
          title: 'When a guest asks',
          minutes: 4,
          completion: { rule: 'view' },
          html: `<p>For a person with an allergy a trace can be enough, and picking the nuts out changes nothing.</p>
<h2>The sentence that keeps guests safe</h2>
<blockquote>“I will find out exactly, and come back to you.”</blockquote>
<ol>
<li><strong>Ask</strong> what they must avoid, and write it down.</li>
<li><strong>Look it up</strong> in the allergen chart of today, not of last season. Ask the kitchen; do not answer from memory.</li>
<li><strong>Prepare apart:</strong> clean surface, clean tools, clean hands, fresh oil.</li>
<li><strong>Carry it apart</strong> and say at the table what it is.</li>
</ol>
<p>Common allergens: cereals with gluten, milk, eggs, nuts, peanuts, soya, fish, crustaceans, molluscs, sesame, celery, mustard, lupin, sulphites. If somebody swells, wheezes or faints: call the emergency number at once and say “anaphylaxis”.</p>`,
        },
        {
          key: 'test',
          kind: 'scorm',
          title: 'Food hygiene: rounds and test',
          minutes: 14,
          completion: { rule: 'package' },
          fileName: 'food-hygiene-test.zip',
          package: {
            identifier: 'learnt.demo.food-hygiene',
            title: 'Food hygiene: rounds and test',
            version: '1.2',
            language: 'en',
            colours: { primary: '#33743b', accent: '#f3a83a' },
            scos: [
              {
                key: 'round',
                title: 'A morning round',
                slides: [
                  {
                    kind: 'content',
                    title: '06:30, the fridge',
                    html: '<p>The display shows 4 °C. You measure a yoghurt: 9 °C. The door was open for the delivery.</p><p><strong>What a good colleague does:</strong> writes both numbers down, closes the door, measures again after 30 minutes, and asks the chef about everything that was above 8 °C.</p>',
                    image: { media: 'illustrations/fridge-order.webp', alt: 'The right order of a fridge' },
                  },
                  {
                    kind: 'content',
                    title: '08:10, the delivery',
                    html: '<p>Chilled chicken arrives at 7 °C, one box is torn. The driver is in a hurry.</p><p><strong>What a good colleague does:</strong> refuses the torn box, notes temperature and batch, and puts the rest on the lowest shelf before signing anything.</p>',
                  },
                  {
                    kind: 'content',
                    title: '11:45, the soup',
                    html: '<p>Yesterday’s soup is to be served at noon. It steams nicely at the edge; in the middle the probe says 58 °C.</p><p><strong>What a good colleague does:</strong> stirs, heats until the middle has 75 °C, then holds it above 63 °C. What is left at three o’clock goes into the bin.</p>',
                    image: { media: 'illustrations/temperature-danger-zone.webp', alt: 'The temperature danger zone' },
                  },
                ],
              },
              {
                key: 'test',
                title: 'The test',
                passPercent: 75,
                slides: [
                  {
                    kind: 'question',
                    id: 'core-temperature',
                    title: 'Question 1 of 6',
                    prompt: 'Which temperature must reheated food reach in the middle?',
                    answer: 'single',
                    options: [
                      { text: '45 °C' },
                      { text: '63 °C' },
                      { text: '75 °C', right: true },
                      { text: 'Steam is enough' },
                    ],
                    explanation: '75 °C in the thickest part. 63 °C is the limit for keeping food hot afterwards.',
                  },
                  {
                    kind: 'question',
                    id: 'shelf',
                    title: 'Question 2 of 6',
                    prompt: 'Where does raw chicken belong in the fridge?',
                    answer: 'single',
                    options: [
                      { text: 'On top, where you see it' },
                      { text: 'At the very bottom, in a tray', right: true },
                      { text: 'Anywhere, if it is wrapped' },
                    ],
                    explanation: 'At the bottom nothing can drip onto other food, also when the wrapping leaks.',
                  },
                  {
                    kind: 'question',
                    id: 'wash-when',
                    title: 'Question 3 of 6',
                    prompt: 'After what do you wash your hands?',
                    answer: 'several',
                    options: [
                      { text: 'Handling raw meat', right: true },
                      { text: 'Emptying the bin', right: true },
                      { text: 'Touching your phone', right: true },
                      { text: 'Taking a clean plate from the shelf' },
                    ],
                    explanation: 'Phones go everywhere with us, also to the toilet. A clean plate is clean.',
                  },
                  {
                    kind: 'question',
                    id: 'ill',
                    title: 'Question 4 of 6',
                    prompt:
                      'You had a stomach upset, and since this morning you feel well again. Your shift begins at noon.',
                    answer: 'single',
                    options: [
                      { text: 'Go in, and wear gloves' },
                      { text: 'Tell your manager; no food until 48 hours after the last symptom', right: true },
                      { text: 'Go in, but only serve drinks' },
                    ],
                    explanation: 'You can pass it on for two days after you feel well. Gloves do not stop it.',
                  },
                  {
                    kind: 'question',
                    id: 'cooling',
                    title: 'Question 5 of 6',
                    prompt: 'How do you cool twenty litres of sauce?',
                    answer: 'single',
                    options: [
                      { text: 'In the big pot, on the counter overnight' },
                      { text: 'In the big pot, in the fridge at once' },
                      { text: 'In shallow trays, so that it is cold within 90 minutes', right: true },
                    ],
                    explanation:
                      'A big pot stays in the danger zone for hours, and in the fridge it warms everything around it.',
                  },
                  {
                    kind: 'question',
                    id: 'allergen',
                    title: 'Question 6 of 6',
                    prompt:
                      'A guest with a sesame allergy asks about the dressing. The colleague who made it is on a break.',
                    answer: 'single',
                    options: [
                      { text: '“I think there is none in it.”' },
                      { text: '“I will find out exactly, and come back to you.”', right: true },
                      { text: '“You can scrape it off.”' },
                    ],
                    explanation: 'Never answer from memory, and never with “I think”. Find out, and come back.',
                  },
                ],
              },
            ],
          },
        },
        {
          key: 'who',
          kind: 'link',
          title: 'World Health Organization: food safety',
          minutes: 1,
          completion: { rule: 'view' },
          url: 'https://www.who.int/health-topics/food-safety',
        },
      ],
    },
  ],
}
