/** Colors of all plain pages. */
export const colors = `
:root { color-scheme: light dark; --page: #f4f6f4; --card: #fff; --line: #d9dfda; --field: #7d877f;
  --text: #17211b; --quiet: #55615a; --accent: #1f5f3f; --accent-over: #174a31; --on-accent: #fff;
  --alert: #a3160a; --alert-page: #fdeeec; --good: #1f5f3f; --good-page: #e8f3ec; }
@media (prefers-color-scheme: dark) { :root { --page: #101613; --card: #19211d; --line: #2f3b35;
  --field: #7e8c84; --text: #e8eeea; --quiet: #a4b1a9; --accent: #8fd3ae; --accent-over: #a9e0c2;
  --on-accent: #10241a; --alert: #ffb4a9; --alert-page: #3a1a16; --good: #8fd3ae;
  --good-page: #1b3327; } }`

/** CSS of the plain pages of the console. Their content security policy contains its hash. */
export const style = `${colors}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; -webkit-text-size-adjust: 100%; }
a { color: var(--accent); text-underline-offset: .15em; }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; }
h1 + form { margin-top: 1rem; }
h2 { margin: 0 0 .75rem; font-size: 1.0625rem; line-height: 1.35; }
h1, h2, dd, td, .name { overflow-wrap: anywhere; }
p { margin: 0 0 1rem; }
.quiet, small { color: var(--quiet); }
small { font-size: .875rem; }
.brand { display: flex; align-items: center; gap: .6rem; font-weight: 650; color: var(--text);
  text-decoration: none; }
.brand svg { width: 1.75rem; height: 1.75rem; fill: var(--accent); flex: none; }
.narrow { max-width: 26rem; margin: 0 auto; padding: clamp(2rem, 12vh, 7rem) 1rem 3rem; }
.narrow .brand { margin: 0 0 1.25rem .25rem; }
.card { padding: 1.5rem; background: var(--card); border: 1px solid var(--line);
  border-radius: .75rem; }
.card > :last-child { margin-bottom: 0; }
.bar nav { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between;
  gap: .5rem 1.25rem; }
@media (width <= 30rem) { .bar nav { width: 100%; } }
.narrow > .card { padding: 1.75rem 1.5rem; }
label { display: block; margin: 0 0 1rem; font-weight: 550; }
label small { font-weight: 400; }
input, select { display: block; width: 100%; min-height: 2.75rem; margin-top: .3rem;
  padding: .5rem .75rem; font: inherit; font-weight: 400; color: inherit; background: var(--card);
  border: 1px solid var(--field); border-radius: .5rem; }
label small.problem { display: block; color: var(--alert); font-weight: 550; }
[aria-invalid] { border-color: var(--alert); }
input[readonly] { color: var(--quiet); background: var(--page); border-color: var(--line); }
button { min-height: 2.75rem; padding: .5rem 1.25rem; font: inherit; font-weight: 600;
  color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent);
  border-radius: .5rem; cursor: pointer; }
button:hover { background: var(--accent-over); border-color: var(--accent-over); }
button.wide { width: 100%; }
button.plain { color: var(--text); background: transparent; border-color: var(--field);
  font-weight: 550; }
button.plain:hover { border-color: var(--text); }
.choices { display: grid; gap: .75rem; margin-top: 1.25rem; }
.choices button { text-align: left; padding: .75rem 1rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.told { margin: 0 0 1.25rem; padding: .7rem .9rem; border-radius: .5rem; color: var(--good);
  background: var(--good-page); font-weight: 550; }
.told.alert { color: var(--alert); background: var(--alert-page); }
.below { margin: 1.25rem 0 0; }
.narrow > .below { text-align: center; }
.bar { background: var(--card); border-bottom: 1px solid var(--line); }
.bar > div { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between;
  gap: .5rem 1rem; max-width: 60rem; margin: 0 auto; padding: .6rem 1rem; }
.wide-page { max-width: 60rem; margin: 0 auto; padding: 1.75rem 1rem 4rem; }
.wide-page > header { margin: 0 0 1.5rem; }
.wide-page > header p { margin: 0; }
.cards { display: grid; gap: 1rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); }
.cards .all { grid-column: 1 / -1; }
.pair { display: grid; gap: 0 1rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .4rem 1.25rem;
  margin: 0; }
@media (width <= 30rem) { dl { column-gap: .75rem; } .card { padding: 1.25rem 1rem; } }
dt { color: var(--quiet); }
dd { margin: 0; }
ul.rows { margin: 0; padding: 0; list-style: none; }
ul.rows li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between;
  gap: 1rem; padding: .8rem 0; border-top: 1px solid var(--line); }
ul.rows li:first-child { border-top: 0; padding-top: .25rem; }
ul.rows li:last-child { padding-bottom: 0; }
ul.rows li > :first-child { flex: 1 1 10rem; }
ul.rows small { display: block; }
ul.rows form { flex: none; }
.name { margin-right: .5rem; }
.badge { display: inline-block; padding: .05rem .5rem; font-size: .8125rem;
  font-weight: 600; color: var(--good); background: var(--good-page); border-radius: 1rem; }
.change { margin-top: 1.25rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
ol.steps { margin: 0; padding-left: 1.25rem; }
ol.steps li { margin: 0 0 .4rem; }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
`
