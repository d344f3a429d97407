import { colors } from '../console/console-style.ts'

/** CSS of the consent pages. Their content security policy contains its hash. */
export const style = `${colors}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif;
  -webkit-text-size-adjust: 100%; }
main { max-width: 38rem; margin: clamp(0rem, 6vh, 4rem) auto; padding: 1.75rem 2rem 2rem;
  background: var(--card); border: 1px solid var(--line); border-radius: .75rem; }
.brand { display: flex; align-items: center; gap: .6rem; margin: 0 0 1.5rem; font-weight: 650;
  color: var(--text); text-decoration: none; }
.brand svg { width: 1.75rem; height: 1.75rem; fill: var(--accent); flex: none; }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em;
  overflow-wrap: anywhere; text-wrap: balance; }
label { display: block; padding: .6rem 0; overflow-wrap: anywhere; }
label[for] { padding-bottom: .3rem; font-weight: 550; }
input[type=email], input[type=password] { display: block; width: 100%; min-height: 2.75rem;
  padding: .5rem .75rem; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--field); border-radius: .5rem; }
label:has(input) { position: relative; padding-left: 2rem; }
label:has(input) small { font-weight: 400; }
input[type=checkbox], input[type=radio] { position: absolute; width: 1.25rem; height: 1.25rem;
  margin: .125rem 0 0 -2rem; accent-color: var(--accent); }
fieldset { margin: 1.25rem 0; padding: .25rem 1rem .5rem; border: 1px solid var(--line);
  border-radius: .5rem; min-width: 0; }
legend { padding: 0 .25rem; font-weight: 600; }
ul { margin: 0; padding: 0 0 0 1.75rem; list-style: none; }
ul.objects { max-height: min(32rem, 65vh); padding: 0; overflow-y: auto; }
small, .note { display: block; color: var(--quiet); font-size: .9rem; }
.alert { padding: .7rem .9rem; border-radius: .5rem; background: var(--alert-page);
  color: var(--alert); font-weight: 550; }
.choices { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.25rem 0 0; }
button { min-height: 2.75rem; padding: .5rem 1.5rem; font: inherit; font-weight: 600;
  border: 1px solid var(--accent); border-radius: .5rem; background: var(--accent);
  color: var(--on-accent); cursor: pointer; }
button:hover { background: var(--accent-over); border-color: var(--accent-over); }
button.quiet, button.danger { background: transparent; border-color: var(--field); color: inherit; }
button.quiet:hover { border-color: var(--text); }
button.danger { border-color: var(--alert); color: var(--alert); }
h2 { margin: 2.5rem 0 .5rem; padding-top: 1.25rem; border-top: 1px solid var(--line);
  font-size: 1.0625rem; overflow-wrap: anywhere; }
h3 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
ul.partners { padding: 0; }
ul.partners > li { padding: .75rem 0; border-top: 1px solid var(--line); }
ul.partners p { margin: .25rem 0; }
ul.partners li li { overflow-wrap: anywhere; }
summary { padding: .25rem 0; cursor: pointer; }
.done { padding: .7rem .9rem; border-radius: .5rem; background: var(--good-page);
  color: var(--good); font-weight: 550; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media (width <= 40rem) { body { background: var(--card); }
  main { margin: 0; padding: 1.5rem 1rem 3rem; border: 0; } }
`
