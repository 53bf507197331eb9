import { Component, type ReactNode } from 'react';
import { StartFailed } from './start-failed';

interface ErrorBoundaryState {
  readonly failed: boolean;
  readonly error?: unknown;
}

/** Shows that the page stopped, and how to continue, when rendering throws. React requires a class for this. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failed: true, error };
  }

  override render() {
    return this.state.failed ? <StartFailed error={this.state.error} /> : this.props.children;
  }
}
