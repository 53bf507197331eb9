import { SignIn } from '@/editor/sign-in/sign-in';
import { useSignInStates } from '@/editor/sign-in/use-sign-in-states';
import styles from './form.module.css';

/** MCP servers at which a person is signed in, or needs to sign in. */
export function SignInsSection() {
  const servers = useSignInStates();
  const names = Object.keys(servers ?? {});
  if (names.length === 0) return <p>Servers of MCP tools that you sign in to are listed here.</p>;
  return (
    <ul className={styles.list} aria-label="Sign-ins">
      {names.map((name) => (
        <li key={name} className={`${styles.provider} ${styles.signIn}`}>
          <SignIn server={name} label={name} />
        </li>
      ))}
    </ul>
  );
}
