// The page that a person comes back to after signing in at a server: hands the answer to the page of Heddle that waits
// for it, over a channel that only this origin hears, and closes itself. It keeps nothing, and knows nothing else.
const answer = location.search.slice(1);
const state = new URLSearchParams(answer).get('state');
const say = (words) => {
  document.getElementById('words').textContent = words;
};

if (answer !== '') {
  // The code does not stay in the history.
  history.replaceState(null, '', location.pathname);
  const channel = new BroadcastChannel('heddle-sign-in');
  const nobody = setTimeout(() => {
    say('No page of Heddle waits for this sign-in. Close this window, and sign in again there.');
  }, 3000);
  channel.onmessage = ({ data }) => {
    if (data?.kind !== 'taken' || data.state !== state) return;
    clearTimeout(nobody);
    say('Heddle goes on. You can close this window.');
    window.close();
  };
  say('Handing the answer to Heddle…');
  channel.postMessage({ kind: 'answer', state, answer });
}
