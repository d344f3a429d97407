/** The style of the consent pages; the policy of the pages names its hash. */
export const style = `
:root { color-scheme: light dark; --line: #8a8f98; --accent: #1f5f3f; --on-accent: #fff;
  --alert: #a3160a; }
@media (prefers-color-scheme: dark) { :root { --accent: #8fd3ae; --on-accent: #10241a;
  --alert: #ffb4a9; } }
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 36rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
label { display: block; padding: .6rem 0; overflow-wrap: anywhere; }
input[type=email], input[type=password] { display: block; width: 100%; min-height: 2.75rem;
  padding: .5rem; font: inherit; border: 1px solid var(--line); border-radius: .25rem; }
label:has(input) { padding-left: 2rem; }
input[type=checkbox], input[type=radio] { width: 1.25rem; height: 1.25rem; margin: 0 .75rem 0 -2rem;
  vertical-align: -.2rem; accent-color: var(--accent); }
fieldset { margin: 1.25rem 0; padding: .25rem 1rem .5rem; border: 1px solid var(--line);
  border-radius: .25rem; min-width: 0; }
legend { padding: 0 .25rem; font-weight: 600; }
ul { margin: 0; padding: 0 0 0 1.75rem; list-style: none; }
ul.objects { padding: 0; }
small, .note { display: block; font-size: .9rem; }
.alert { color: var(--alert); font-weight: 600; }
.choices { display: flex; flex-wrap: wrap; gap: .75rem; }
button { min-height: 2.75rem; padding: .5rem 1.5rem; font: inherit; font-weight: 600;
  border: 2px solid var(--accent); border-radius: .25rem; background: var(--accent);
  color: var(--on-accent); }
button.quiet { background: transparent; color: inherit; }
button.danger { background: transparent; border-color: var(--alert); color: var(--alert); }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.25rem; overflow-wrap: anywhere; }
h3 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
ul.partners { padding: 0; }
ul.partners > li { padding: .75rem 0; border-top: 1px solid var(--line); }
ul.partners p { margin: .25rem 0; }
ul.partners li li { overflow-wrap: anywhere; }
summary { padding: .25rem 0; cursor: pointer; }
.done { padding: .5rem .75rem; border: 2px solid var(--accent); border-radius: .25rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`
