import { picture } from '../html.ts'
import { transcript } from '../narrations.ts'
import type { DemoCourse } from '../shapes.ts'

export const customerConversations: DemoCourse = {
  slug: 'customer-conversations',
  language: 'en',
  title: 'Customer conversations',
  description: 'Welcome, listen, solve, follow up: also when the other side is angry and you have had a long day.',
  category: 'Service',
  tags: ['service', 'customers', 'complaints', 'hospitality'],
  cover: 'covers/customer-conversations.webp',
  minutes: 21,
  sections: [
    {
      title: 'Good days',
      activities: [
        {
          key: 'welcome',
          kind: 'page',
          title: 'The first ten seconds',
          minutes: 3,
          completion: { rule: 'view' },
          html: `<p>People remember two moments: the first, and the best or worst. You can influence both.</p>
<ul>
<li><strong>Notice them</strong> within ten seconds, even when you are busy: a look and a nod say “you are next”.</li>
<li><strong>Your voice smiles</strong> on the phone if you do.</li>
<li><strong>Use the name</strong> once or twice, not in every sentence.</li>
<li><strong>Ask one good question</strong> before you offer anything: “What brings you here today?”</li>
</ul>
<h3>Words that close doors, and their replacements</h3>
<table>
<tr><th>Instead of</th><th>Say</th></tr>
<tr><td>“That is not my department.”</td><td>“I will take you to the person who knows.”</td></tr>
<tr><td>“You have to…”</td><td>“The quickest way is…”</td></tr>
<tr><td>“We cannot do that.”</td><td>“What I can do is…”</td></tr>
<tr><td>“As I already said…”</td><td>“Let me put it differently.”</td></tr>
</table>`,
        },
        {
          key: 'listening',
          kind: 'page',
          title: 'Listening is work',
          minutes: 3,
          completion: { rule: 'view' },
          html: `<p>While people talk we prepare our answer. They notice. Three habits show that you are really there:</p>
<ol>
<li><strong>Silence of two seconds</strong> after they have finished. Often the important thing comes then.</li>
<li><strong>Say it back:</strong> “So the booking was for two nights, and the invoice shows three. Is that right?”</li>
<li><strong>Name the next step</strong> and the time: “I will call you before noon.” Then call at half past eleven, also when you have no news.</li>
</ol>`,
        },
      ],
    },
    {
      title: 'Difficult days',
      activities: [
        {
          key: 'heard',
          kind: 'page',
          title: 'HEARD: five steps through a complaint',
          minutes: 4,
          completion: { rule: 'view' },
          html: `${picture('illustrations/heard-model.webp', 'Five arrows: hear, empathise, apologise, resolve, diagnose')}
<p>The order is the trick. A perfect solution offered too early sounds like being got rid of.</p>
<ul>
<li><strong>Empathise</strong> with the feeling, not with the accusation: “An hour of waiting after such a journey: I can see why you are angry.”</li>
<li><strong>Apologise</strong> once, simply. “I am sorry that this happened” admits no fault and costs nothing.</li>
<li><strong>Resolve</strong> with a choice of two. People who choose feel less powerless.</li>
<li><strong>Diagnose</strong> afterwards, with the team. A complaint is free advice.</li>
</ul>`,
        },
        {
          key: 'curve',
          kind: 'page',
          title: 'Let the wave pass',
          minutes: 3,
          completion: { rule: 'view' },
          html: `${picture('illustrations/complaint-curve.webp', 'A curve of feelings over time: listen while it rises, name the feeling at the top, apologise and solve while it falls')}
<p>Nobody stays furious for long when nobody pushes back. Breathe out, keep your voice lower and slower than theirs, and wait for the top of the wave.</p>
<h3>Where patience ends</h3>
<p>Insults and threats need not be endured. “I want to help you. I can do that if we speak calmly. If not, I will end the conversation.” Then do it, and fetch a colleague. Your organisation stands behind you.</p>`,
        },
        {
          key: 'call',
          kind: 'audio',
          title: 'Listen in: a complaint at the front desk',
          minutes: 2,
          completion: { rule: 'watch', percent: 80 },
          media: 'audio/customer-call.mp3',
          captions: [{ language: 'en', label: 'English', media: 'audio/customer-call.en.vtt' }],
          transcript: transcript('customer-call'),
        },
        {
          key: 'reflect',
          kind: 'page',
          title: 'What Amina did',
          minutes: 4,
          completion: { rule: 'tick' },
          html: `<ol>
<li><strong>Hear:</strong> “What can you hear, and since when?” A question instead of a defence.</li>
<li><strong>Empathise:</strong> she repeated the facts and named the feeling.</li>
<li><strong>Apologise:</strong> one sentence.</li>
<li><strong>Resolve:</strong> two choices, both at once, and a little more than asked: the early breakfast.</li>
<li><strong>Diagnose:</strong> she will find out why nobody called back.</li>
</ol>
<p>Think of your last difficult conversation. Which of the five came too late, or not at all? Tick this step when you have an answer.</p>`,
        },
        {
          key: 'feedback-link',
          kind: 'page',
          title: 'After work',
          minutes: 2,
          completion: { rule: 'view' },
          html: `<p>Hard conversations stay in the body. Drink a glass of water, walk round the building, tell a colleague what happened, without names. If one keeps you awake, talk to your manager: that is not weakness but care for your tools.</p>`,
        },
      ],
    },
  ],
}
