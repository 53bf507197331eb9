import './start-bash';
