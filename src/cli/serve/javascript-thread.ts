import './thread-scope';
import '@/sandbox/start-javascript';
